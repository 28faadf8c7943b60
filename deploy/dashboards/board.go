package dashboards

// Board is one dashboard; its file is Name.json.
type Board struct {
	Name, Title, Help string
	Rows              []Row
}

// Row is a line of panels under a heading.
type Row struct {
	Title  string
	Panels []Panel
}

// Panel draws what its queries return over time.
type Panel struct {
	Title, Help string
	Unit        string // of Grafana: s, bytes, reqps, percentunit, short
	Queries     []Query
}

// Query is an expression of PromQL. $job stands for the chosen jobs, $__rate_interval for what Grafana takes.
type Query struct{ Legend, Expr string }

// one is a panel with one query.
func one(title, unit, help, legend, expr string) Panel {
	return Panel{Title: title, Unit: unit, Help: help, Queries: []Query{{legend, expr}}}
}

// rate is a counter's growth a second, by a label.
func rate(metric, by string) string {
	return "sum by (" + by + ") (rate(" + metric + `{job=~"$job"}[$__rate_interval]))`
}

// shared is a figure that every process tells alike.
func shared(metric, by string) string { return "max by (" + by + ") (" + metric + `{job=~"$job"})` }

// each is a figure of each process.
func each(metric string) string { return metric + `{job=~"$job"}` }

const process = "{{instance}}"

// All are the dashboards, in the order in which somebody on call looks at them.
var All = []Board{promises, deletions, door, stores, entities}
