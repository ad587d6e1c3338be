package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

	"github.com/klauspost/compress/flate"
)

// deflate compresses data for function inflate in tables.js: raw deflate in
// base 64.
func deflate(raw []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is not valid
	}
	w.Write(raw) // to memory, which does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// deflateJSON compresses a value as JSON.
func deflateJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return deflate(data), nil
}
