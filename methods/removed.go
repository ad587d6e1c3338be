package methods

// removed lists the methods, suffixes and parameters of earlier versions, with
// what to use instead. A parameter appears with its key, or with one value where
// others stay.
var removed = map[string]string{
	"gbm":                   "use forest",
	"downey-exact":          "use downey, which bounds alike",
	"+dtaci":                "use +aci",
	"forest:state":          "use forest without parameters",
	"forest:leaves":         "use forest without parameters",
	"forest:level":          "use forest without parameters",
	"qbets:clusters=greedy": "use qbets, whose clusters are as good",
	"exec:runs":             "replay twice and compare scores.csv",
}

// removed returns what to use instead of the first part of the name that is gone,
// or "".
func (n name) removed() string {
	parts := []string{n.method}
	for _, p := range n.params {
		parts = append(parts, n.method+":"+p.key, n.method+":"+p.key+"="+p.value)
	}
	for _, s := range n.suffixes {
		parts = append(parts, "+"+s)
	}
	for _, part := range parts {
		if instead := removed[part]; instead != "" {
			return instead
		}
	}
	return ""
}
