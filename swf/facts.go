package swf

import "reflect"

// Facts holds the directives of a header that the record of a run has, each in
// the field of its name. Missing texts are empty and missing numbers nil.
type Facts struct {
	Version        string `json:"version"`
	Computer       string `json:"computer"`
	Installation   string `json:"installation"`
	MaxJobs        *int64 `json:"max_jobs"`
	MaxRecords     *int64 `json:"max_records"`
	MaxNodes       *int64 `json:"max_nodes"`
	MaxProcs       *int64 `json:"max_procs"`
	UnixStartTime  *int64 `json:"unix_start_time"`  // seconds since 1970 UTC
	TimeZone       *int64 `json:"time_zone"`        // seconds east of UTC, without daylight saving
	TimeZoneString string `json:"time_zone_string"` // such as US/Pacific
	StartTime      string `json:"start_time"`
	EndTime        string `json:"end_time"`
}

// Facts returns the facts of the header, with texts as Text returns them.
func (h *Header) Facts() (facts Facts) {
	fields := reflect.ValueOf(&facts).Elem()
	for field, value := range fields.Fields() {
		switch value := value.Addr().Interface().(type) {
		case *string:
			text, _ := h.Value(field.Name)
			*value = Text(text)
		case **int64:
			if n, ok := h.Int(field.Name); ok {
				*value = &n
			}
		}
	}
	return facts
}
