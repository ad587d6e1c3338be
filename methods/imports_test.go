package methods_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// harmless are packages of the standard library that neither read a file nor
// reach another process.
const harmless = "bufio bytes cmp context crypto/sha256 embed encoding/json errors fmt io iter maps math math/big " +
	"math/bits math/rand/v2 reflect regexp slices sort strconv strings sync time"

// TestImports: a method knows events only. No package from methods down imports
// one that can read a file, such as the log. Package program alone starts
// programs. Only exec.go calls it, and method.go has its type.
func TestImports(t *testing.T) {
	more := map[string]string{
		"exec.go": "waitbench/methods/program", "method.go": "waitbench/methods/program",
		"program": "os os/exec syscall", "methodstest": "testing",
	}
	files := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil || file.Name.Name == "main" { // a program by itself
			return err
		}
		files++
		known := strings.Fields(harmless + " " + more[path] + " " + more[filepath.Dir(path)])
		for _, i := range file.Imports {
			name := strings.Trim(i.Path.Value, "\"`")
			below := strings.HasPrefix(name, "waitbench/methods") && name != "waitbench/methods/program"
			if !below && !slices.Contains(known, name) {
				t.Errorf("%s imports %s: a method gets events only; if it can read no file, name it in harmless", path, name)
			}
		}
		return nil
	})
	if err != nil || files < 70 {
		t.Errorf("%d files, error %v", files, err)
	}
}
