//go:build !unix

package main

func beforeProgram() {}
