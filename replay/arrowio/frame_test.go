package arrowio

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

// TestFrame reads back a frame as Cat shows it, which is as its CSV.
func TestFrame(t *testing.T) {
	f := Frame{
		{Name: "who", Texts: []string{"a", "b, c", "a"}},
		{Name: "n", Counts: []int64{3, -4, 5}},
		{Name: "share", Numbers: []float64{1.0 / 3, math.NaN(), math.Inf(1)}, Optional: true},
	}
	const want = "who,n,share\na,3,0.3333333333333333\n\"b, c\",-4,\na,5,Infinity\n"
	var csv bytes.Buffer
	if err := f.WriteCSV(&csv); err != nil || csv.String() != want {
		t.Errorf("%v, CSV\n%swant\n%s", err, csv.String(), want)
	}
	var files [2][]byte
	for i := range files {
		path := tempFile(t)
		mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
		if err := f.write(path, nil, mem); err != nil {
			t.Fatal(err)
		}
		mem.AssertSize(t, 0)
		var out bytes.Buffer
		if err := Cat(&out, path, Options{}); err != nil || out.String() != want {
			t.Errorf("%v, Cat shows\n%swant\n%s", err, out.String(), want)
		}
		var err error
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same frame gives different bytes")
	}
}
