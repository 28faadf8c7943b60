package dashboards

const ofEntities = `mutacion=~"entregarDocumento|confirmarEntrega|cancelarEntrega|registrarEntidad|revocarLlave|desactivarEntidad"`

// entities is what those who issue documents deliver, and what of it is refused.
var entities = Board{
	Name: "entidades", Title: "entities", Help: "Deliveries of entities into folders, and uploads of citizens beside them.",
	Rows: []Row{
		{"Deliveries", []Panel{
			one("By how they ended", "reqps", "FIRMA_INVALIDA, LLAVE_DESCONOCIDA: an entity's keys.", "{{mutacion}} {{codigo}}", `sum by (mutacion, codigo) (rate(carpeta_mutations_total{job=~"$job",`+ofEntities+`}[$__rate_interval]))`),
			one("Refused share", "percentunit", "Of each mutation.", "{{mutacion}}",
				`1 - sum by (mutacion) (rate(carpeta_mutations_total{job=~"$job",codigo="OK",`+ofEntities+`}[$__rate_interval])) / sum by (mutacion) (rate(carpeta_mutations_total{job=~"$job",`+ofEntities+`}[$__rate_interval]))`),
			one("Announced, and neither confirmed nor cancelled", "reqps", "Files that did not come, or wait for the next try. What its entity cancelled is not counted.", "difference",
				`sum(rate(carpeta_mutations_total{job=~"$job",mutacion="entregarDocumento",codigo="OK"}[$__rate_interval])) - sum(rate(carpeta_mutations_total{job=~"$job",mutacion=~"confirmarEntrega|cancelarEntrega",codigo="OK"}[$__rate_interval]))`),
		}},
		{"Uploads of citizens", []Panel{
			one("By how they ended", "reqps", "", "{{mutacion}} {{codigo}}", `sum by (mutacion, codigo) (rate(carpeta_mutations_total{job=~"$job",mutacion=~"iniciarCarga|renovarCarga|firmarPartes|confirmarCarga|cancelarCarga"}[$__rate_interval]))`),
			one("Transfers that wait", "short", "Embedded profile: for a place.", process, each("carpeta_transfers_waiting")),
			one("Transfers refused", "reqps", "Embedded profile.", "{{causa}}", rate("carpeta_transfers_refused_total", "causa")),
		}},
	},
}
