package traces_test

import (
	"fmt"

	"waitbench/traces"
)

func Example() {
	entry, err := traces.Find("kth-sp2-1996-2.1-cln")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(entry.URL)
	fmt.Println(entry.Jobs, "jobs, credit:", entry.Credit)

	store := &traces.Store{Dir: "testdata/empty"}
	result, err := store.Verify(entry)
	fmt.Println(result.Status, err)

	_, err = traces.Resolve(entry.Name, store.Dir)
	fmt.Println(err)
	// Output:
	// https://www.cs.huji.ac.il/labs/parallel/workload/l_kth_sp2/KTH-SP2-1996-2.1-cln.swf.gz
	// 28476 jobs, credit: Lars Malinowsky
	// missing <nil>
	// KTH-SP2-1996-2.1-cln is in the catalogue but has not been fetched: run waitbench traces get KTH-SP2-1996-2.1-cln
}
