package methods

// removed lists the methods, suffixes and parameters of earlier versions, with what to use instead.
// A parameter appears with its key, or with one value alone where others stay.
var removed = map[string]string{
	"gbm":                   "it was removed; use forest",
	"downey-exact":          "it was removed; use downey, which bounds alike",
	"+dtaci":                "suffix dtaci was removed; use +aci",
	"forest:state":          "parameter state was removed; use forest",
	"forest:leaves":         "parameter leaves was removed; use forest",
	"forest:level":          "parameter level was removed; use forest",
	"qbets:clusters=greedy": "clusters=greedy was removed; use qbets",
}

// removed returns what to use instead of the first part of the name that is
// gone, or "".
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
