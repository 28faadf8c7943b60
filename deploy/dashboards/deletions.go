package dashboards

// deletions follows what citizens gave up until nothing is left of it.
var deletions = Board{
	Name: "eliminaciones", Title: "deletions", Help: "The saga that erases a document, and what it waits for (docs/saga.md).",
	Rows: []Row{
		{"Sagas", []Panel{
			one("Ended", "reqps", "Any FALLIDA needs somebody.", "{{estado}}", rate("documento_deletion_sagas_completed_total", "estado")),
			{"Duration", "From the request to the end, with the undo window.", "s", []Query{
				{"p50", quantile("0.5", "documento_deletion_saga_duration_seconds", "le")},
				{"p99", quantile("0.99", "documento_deletion_saga_duration_seconds", "le")},
			}},
			one("By the direct way, or why not", "reqps", "ejecutada: here, without a message. relevada: the process of another role goes on. The rest goes by the queues.", "{{resultado}}", rate("documento_deletion_direct_total", "resultado")),
		}},
		{"Waiting", []Panel{
			one("Commands that are due", "short", "By operador; 1000 is 1000 or more.", "{{operador}}", shared("carpeta_outbox_backlog", "operador")),
			one("Oldest command", "s", "Above 300 it is an alert.", "{{operador}}", shared("carpeta_outbox_oldest_age_seconds", "operador")),
			one("Oldest deletion", "s", "Undo windows and approvals do not count.", "{{operador}}", shared("carpeta_saga_oldest_age_seconds", "operador")),
		}},
		{"Fairness", []Panel{
			one("Served", "reqps", "Messages and direct deletions, by operador.", "{{operador}}", rate("carpeta_outbox_dispatched_total", "operador")),
			one("Jain index", "percentunit", "Among operadores that had to wait: 1 is equal shares, 1/n is one that gets all. 1 if nobody waits.", "Jain", `carpeta:reparto_jain:rate5m`),
			one("Leased by the sweeper", "reqps", "What nobody executed in time.", process, rate("documento_deletion_swept_total", "instance")),
		}},
		{"Broker", []Panel{
			one("Messages confirmed", "reqps", "", "{{tipo}}", rate("documento_deletion_events_published_total", "tipo")),
			one("Messages not confirmed", "reqps", "Nothing is lost: the store keeps them due.", "{{tipo}}", rate("documento_deletion_publish_failures_total", "tipo")),
			one("Refused by a full queue", "reqps", "", "{{queue}}", rate("carpeta_queue_refusals_total", "queue")),
			one("Dead letters", "short", "Anything above 0 needs somebody.", "{{queue}}", shared("rabbitmq_dlq_messages", "queue")),
			one("Roles that have a process", "short", "0: what needs the role waits.", "{{papel}}", shared("carpeta_role_present", "papel")),
		}},
	},
}
