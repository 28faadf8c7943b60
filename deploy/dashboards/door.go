package dashboards

// door is who comes in, who is refused, and what it costs.
var door = Board{
	Name: "entrada", Title: "front door", Help: "Connections, refusals, memory and processor of each process.",
	Rows: []Row{
		{"Refused", []Panel{
			one("Before they were an operation", "reqps", "solicitud, documento, token, socket; sin_leer and sin_recibir: docs/operacion.md.", "{{que}}", rate("carpeta_refusals_total", "que")),
			one("For want of memory", "reqps", "", "{{que}}", rate("carpeta_memory_refusals_total", "que")),
			one("Connections", "reqps", "Closed unserved, by cause.", "{{servidor}} {{causa}}", rate("carpeta_connections_refused_total", "servidor, causa")),
			one("Connections that were ended", "reqps", "Unused and idle ones make room; memory.", "{{servidor}} {{causa}}", rate("carpeta_connections_ended_total", "servidor, causa")),
			one("Refused tokens and looks of the policy", "reqps", "Told to the trail together.", "{{tipo}}", rate("carpeta_audit_sampled_total", "tipo")),
		}},
		{"Waiting", []Panel{
			one("Unknown documents and long bodies", "short", "", process, each("carpeta_reading_waiting")),
			one("Operations that search", "short", "", process, each("carpeta_searches_waiting")),
			one("Connections open", "short", "", "{{instance}} {{servidor}}", each("carpeta_connections")),
		}},
		{"Memory and processor", []Panel{
			{"Memory", "Resident, what counts against the limit, and the limit.", "bytes", []Query{
				{"resident {{instance}}", each("process_resident_memory_bytes")},
				{"counted {{instance}}", each("carpeta_memory_used_bytes")},
				{"limit {{instance}}", each("carpeta_memory_limit_bytes")},
			}},
			one("Processor", "short", "Cores in use.", process, rate("process_cpu_seconds_total", "instance")),
			one("Goroutines", "short", "", process, each("go_goroutines")),
			one("Pauses of the collector", "s", "The longest of the last ones.", process, `go_gc_duration_seconds{job=~"$job",quantile=~"1|1.0"}`),
			one("Step of want", "short", "1: large work is refused. 2: all new work.", process, each("carpeta_memory_step")),
			one("Files open", "short", "", process, each("process_open_fds")),
		}},
	},
}
