package dashboards

// promises is the first look: is what users were promised kept? The figures are those of docs/objetivos.md.
var promises = Board{
	Name: "promesas", Title: "promises", Help: "What users were promised, and whether it is kept (docs/objetivos.md).",
	Rows: []Row{
		{"Kept?", []Panel{
			one("Failures of the last hour", "percentunit", "Share of what was asked for that failed by our fault, by promise.", "{{promesa}}",
				"sum by (promesa) (avg_over_time(carpeta:promesa_malas:rate2m[1h])) / (sum by (promesa) (avg_over_time(carpeta:promesa_pedidas:rate2m[1h])) > 0)"),
			one("What is left of the month's budget", "percentunit", "1: nothing failed in 30 days. 0: as much as the promise allows. Below 0 it is broken.", "{{promesa}}",
				"1 - sum by (promesa) (sum_over_time(carpeta:promesa_malas:rate2m[30d])) / (sum by (promesa) (sum_over_time(carpeta:promesa_pedidas:rate2m[30d])) > 0) / on (promesa) group_left carpeta:promesa_margen"),
			one("Asked for", "reqps", "How much of each promise is used: a share of little says little.", "{{promesa}}", "sum by (promesa) (carpeta:promesa_pedidas:rate2m)"),
		}},
		{"Queries", []Panel{
			one("Operations", "reqps", "By kind and code; OK is what went well.", "{{operacion}} {{codigo}}", rate("carpeta_requests_total", "operacion, codigo")),
			one("Cursors", "reqps", "vencido: older than 24 h. alterado: changed or made up. ajeno: of another list or person. Above 1 % it is an alert.", "{{resultado}}", rate("carpeta_cursors_total", "resultado")),
			one("Pages whose list changed meanwhile", "percentunit", "Of later pages whose list has a version: modificacionDetectada. Above 10 % it is an alert.", "changed",
				`sum(rate(carpeta_pages_compared_total{job=~"$job",resultado="cambiada"}[$__rate_interval])) / sum(rate(carpeta_pages_compared_total{job=~"$job"}[$__rate_interval]))`),
		}},
		{"How long a list's page takes; with (filtro:) it is a search", quantiles("carpeta_query_duration_seconds", "consulta")},
		{"How long a mutation takes", quantiles("carpeta_mutation_duration_seconds", "mutacion")},
		{"Changes and subscriptions", []Panel{
			one("Mutations", "reqps", "By name and how they ended.", "{{mutacion}} {{codigo}}", rate("carpeta_mutations_total", "mutacion, codigo")),
			one("Open", "short", "Subscriptions and the sockets that carry most of them.", "{{__name__}} {{instance}}", `{__name__=~"carpeta_subscriptions|carpeta_websockets",job=~"$job"}`),
			one("Subscriptions that ended", "reqps", "OK: the client left, or the answer was complete.", "{{codigo}}", rate("carpeta_subscriptions_ended_total", "codigo")),
			one("Subscribers that read too slowly", "reqps", "They are closed, and come back with their cursor.", process, rate("carpeta_slow_subscribers_total", "instance")),
		}},
	},
}

// quantiles are panels of how long things take, each by its label.
func quantiles(histogram, label string) (panels []Panel) {
	for _, q := range []struct{ title, of, help string }{{"p50", "0.5", "Half are faster."}, {"p95", "0.95", "One in 20 is slower."}, {"p99", "0.99", "One in 100 is slower."}} {
		panels = append(panels, one(q.title, "s", q.help, "{{"+label+"}}", quantile(q.of, histogram, label+", le")))
	}
	return panels
}

func quantile(q, histogram, by string) string {
	return "histogram_quantile(" + q + ", sum by (" + by + ") (rate(" + histogram + `_bucket{job=~"$job"}[$__rate_interval])))`
}
