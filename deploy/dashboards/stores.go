package dashboards

// stores is what the stores are asked, what that costs, and whether metadata, files and trail agree.
var stores = Board{
	Name: "almacenes", Title: "stores and cost", Help: "Calls and capacity units of the store, the trail and its seals, the reconciler.",
	Rows: []Row{
		{"Cost", []Panel{
			one("Calls", "reqps", "By the port's method.", "{{operacion}}", rate("carpeta_store_calls_total", "operacion")),
			one("Capacity units", "reqps", "As DynamoDB tells them; the embedded store uses none.", "{{operacion}}", rate("carpeta_store_consumed_capacity_units_total", "operacion")),
			one("Units for each operation", "short", "What a query or a mutation costs on average.", "units",
				`sum(rate(carpeta_store_consumed_capacity_units_total{job=~"$job"}[$__rate_interval])) / sum(rate(carpeta_requests_total{job=~"$job",operacion=~"query|mutation"}[$__rate_interval]))`),
			one("Age of the sweeper's last read", "s", "Minutes: the store does not answer.", process, `time() - carpeta_outbox_last_read_timestamp_seconds{job=~"$job"}`),
		}},
		{"Trail", []Panel{
			one("Events", "reqps", "", process, rate("carpeta_audit_events_total", "instance")),
			one("Looks that were written down, or not", "reqps", "negada: refused, because the trail could not be written.", "{{resultado}}", rate("carpeta_audit_reads_total", "resultado")),
			one("Oldest event without a seal", "s", "", "oldest", shared("carpeta_sello_retraso_seconds", "job")),
			one("Sealed", "reqps", "", process, rate("carpeta_sello_eventos_total", "instance")),
			one("Damaged logs", "short", "Anything above 0: somebody changed one, or storage failed.", "damaged", shared("carpeta_sello_danados", "job")),
			one("Archive behind", "s", "Above a day it is an alert.", "behind", shared("carpeta_archivado_retraso_seconds", "job")),
		}},
		{"Metadata and files", []Panel{
			one("Inconsistencies", "short", "Of the last whole walk.", "{{tipo}}", shared("carpeta_reconcile_inconsistencies", "tipo")),
			one("Looked at", "reqps", "", "{{que}}", rate("carpeta_reconcile_looked_at_total", "que")),
			one("Age of the last whole walk", "s", "", "age", `time() - max(carpeta_reconcile_last_completed_timestamp_seconds{job=~"$job"})`),
		}},
		{"Data folder of the embedded profile", []Panel{
			one("Free on its disk", "percentunit", "Below a tenth it is an alert.", process, `carpeta_disk_free_bytes{job=~"$job"} / carpeta_disk_size_bytes{job=~"$job"}`),
			one("Age of the last whole backup", "s", "Above 36 hours it is an alert; decades: there was none.", process, `time() - carpeta_respaldo_ultimo_timestamp_seconds{job=~"$job"}`),
		}},
	},
}
