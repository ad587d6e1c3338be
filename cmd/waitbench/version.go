package main

// version is the version of the program, as recorded in run.json and in the metadata of predictions.arrow.
const version = "0.1.0"
