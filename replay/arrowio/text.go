package arrowio

import "strings"

// csvText quotes a field where CSV asks for it [RFC 4180, section 2].
func csvText(s string) string {
	if !strings.ContainsAny(s, "\",\r\n") && !strings.HasPrefix(s, " ") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
