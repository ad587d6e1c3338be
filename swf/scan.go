package swf

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes are looked at together, the first of them in the lowest bits. Multiplying a byte by
// repeat fills all eight with it.
const (
	repeat  = 0x0101010101010101
	wordLen = 8

	minusOne = uint64('-') | uint64('1')<<8
)

// floatFields has bit i set where field i+1 may hold a fraction.
const floatFields = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<8 | 1<<9 | 1<<17

// tens holds the powers of ten by which a number grows when up to eight digits follow.
var tens = [wordLen + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// scanJob is parseJob for the lines that make up nearly all of a log: 18 fields between spaces,
// each of them -1, a number of at most 15 digits or, where fractions are allowed, one with at most
// 7 digits before and 7 after the point. It gives the length of the line with its newline, or 0 and
// an untouched j for every other line.
//
// b must be followed up by at least wordLen bytes that belong to no line, beginning with one that
// is neither blank nor digit. Numbers of 15 digits and powers of ten up to 22 are exact as float64,
// so one division rounds as strconv does.
func scanJob(b []byte, j *Job) int {
	var v [numFields]float64
	p := 0
	for i := range v {
		p += countBlanks(b[p:])
		w := binary.LittleEndian.Uint64(b[p:])
		if w&0xffff == minusOne {
			v[i] = -1
			p += 2
		} else {
			n := countDigits(w)
			m := parseDigits(w, n)
			p += n
			switch {
			case n == 0:
				return 0
			case n == wordLen:
				w = binary.LittleEndian.Uint64(b[p:])
				if n = countDigits(w); n == wordLen {
					return 0
				}
				m = m*tens[n] + parseDigits(w, n)
				p += n
				v[i] = float64(m)
			case b[p] == '.':
				w = binary.LittleEndian.Uint64(b[p+1:])
				if n = countDigits(w); n == 0 || n == wordLen || floatFields>>i&1 == 0 {
					return 0
				}
				p += 1 + n
				v[i] = float64(m*tens[n]+parseDigits(w, n)) / float64(tens[n])
			default:
				v[i] = float64(m)
			}
		}
		if b[p] != ' ' && i < numFields-1 {
			return 0
		}
	}
	p += countBlanks(b[p:])
	if b[p] == '\r' {
		p++
	}
	if b[p] != '\n' {
		return 0
	}
	j.assign(&v)
	return p + 1
}

// assign fills j, all but its line.
func (j *Job) assign(v *[numFields]float64) {
	j.ID = int64(v[0])
	j.Submit, j.Wait, j.Run = v[1], v[2], v[3]
	j.Alloc = int64(v[4])
	j.CPU, j.Memory = v[5], v[6]
	j.ReqProcs = int64(v[7])
	j.ReqTime, j.ReqMemory = v[8], v[9]
	j.Status, j.User, j.Group = int64(v[10]), int64(v[11]), int64(v[12])
	j.Executable, j.Queue, j.Partition = int64(v[13]), int64(v[14]), int64(v[15])
	j.Preceding = int64(v[16])
	j.Think = v[17]
}

// countBlanks counts the spaces at the start of b.
func countBlanks(b []byte) int {
	p := 0
	for {
		x := binary.LittleEndian.Uint64(b[p:]) ^ ' '*repeat
		if x != 0 {
			return p + bits.TrailingZeros64(x)/8
		}
		p += wordLen
	}
}

// countDigits counts the decimal digits at the start of a word, 0 to 8.
func countDigits(w uint64) int {
	x := w ^ '0'*repeat // a digit becomes 0 to 9, everything else more
	// Adding 0x76 carries a value above 9 into the top bit; bytes that have it set already are no
	// digits either. A carry out of a byte reaches only bytes after the first that is no digit.
	x = (x + 0x76*repeat | x) & (0x80 * repeat)
	return bits.TrailingZeros64(x) / 8
}

// parseDigits gives the number in the first n bytes of a word, all of them digits; 0 for n = 0.
func parseDigits(w uint64, n int) uint64 {
	w = (w ^ '0'*repeat) << (64 - 8*n) // leading zeros; what follows the digits is shifted out
	w = w*10 + w>>8                    // pairs, in every second byte
	const pair = 0xff | 0xff<<32
	low := (w & pair) * (100 | 1000000<<32)
	high := (w >> 16 & pair) * (1 | 10000<<32)
	return (low + high) >> 32
}
