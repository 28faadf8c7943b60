package semilla

import "github.com/carpeta-ciudadana/servidor/internal/documento"

// maxTitulo keeps an index entry within its 390 bytes.
const maxTitulo = 55

// family is one kind of document: its frequency, its purpose, and its possible titles.
type family struct {
	tipo     documento.Tipo
	peso     int // of 100
	contexto string
	titulos  []string
	monthly  bool // the title ends with the month of reception
}

var (
	universities = []string{
		"Universidad de Antioquia", "Universidad Nacional", "Universidad del Valle", "Universidad de los Andes",
		"Universidad Javeriana", "Universidad del Norte", "Universidad EAFIT", "Universidad del Cauca", "Universidad de Caldas",
		"Universidad Industrial de Santander", "Universidad Externado", "Universidad del Rosario", "Universidad ICESI",
		"Universidad de Cartagena", "Universidad del Quindío", "Universidad de Nariño", "Universidad Surcolombiana", "SENA",
	}
	degrees = []string{
		"Ingeniería de Sistemas", "Ingeniería Civil", "Medicina", "Derecho", "Enfermería", "Contaduría Pública", "Psicología",
		"Economía", "Arquitectura", "Odontología", "Biología", "Trabajo Social", "Administración", "Zootecnia", "Música",
		"Filosofía", "Química", "Matemáticas", "Comunicación Social", "Gestión Ambiental",
	}
	eps       = []string{"EPS Sura", "Nueva EPS", "Sanitas", "Salud Total", "Compensar", "Famisanar", "Coosalud", "Mutual Ser", "Savia Salud", "Comfenalco Valle"}
	cities    = []string{"Bogotá", "Medellín", "Cali", "Barranquilla", "Cartagena", "Bucaramanga", "Pereira", "Manizales", "Ibagué", "Pasto", "Neiva", "Villavicencio", "Armenia", "Cúcuta", "Popayán", "Tunja", "Montería", "Santa Marta"}
	companies = []string{"EPM", "Enel Colombia", "Vanti", "Acueducto de Bogotá", "Emcali", "Air-e", "Aguas de Manizales", "Gases de Occidente", "Claro", "Tigo"}
	entities  = []string{"Colpensiones", "DIAN", "Policía Nacional", "Procuraduría", "Contraloría", "ICETEX", "Protección", "Porvenir", "Cámara de Comercio", "Banco de la República"}
	notaries  = []string{"Notaría 1", "Notaría 2", "Notaría 5", "Notaría 7", "Notaría 12", "Notaría 18", "Notaría 21", "Notaría 36"}
	visits    = []string{"Historia clínica", "Epicrisis", "Resultado de laboratorio", "Fórmula médica", "Radiografía de tórax", "Carné de vacunación", "Incapacidad médica", "Orden de cirugía"}
	deeds     = []string{"Escritura de compraventa", "Escritura de hipoteca", "Escritura de sucesión", "Poder general", "Certificado de libertad"}
	records   = []string{"Registro civil de nacimiento", "Registro civil de matrimonio", "Registro civil de defunción"}
	cedulas   = []string{"Cédula de ciudadanía", "Contraseña de cédula", "Tarjeta de identidad"}
	contracts = []string{"Contrato de trabajo", "Contrato de arrendamiento", "Contrato de prestación de servicios", "Contrato de leasing"}
	proof     = []string{"Certificado de antecedentes", "Certificado de aportes", "Certificado tributario", "Certificado laboral", "Paz y salvo", "Constancia de afiliación"}
	others    = []string{"Licencia de conducción", "Libreta militar", "Carta de recomendación", "Hoja de vida", "Póliza de seguro", "SOAT"}
	services  = []string{"Factura de energía", "Factura de agua", "Factura de gas", "Factura de internet", "Factura de telefonía"}
)

var families = []family{
	{tipo: documento.Diploma, peso: 8, contexto: "Educación superior", titulos: cross("Diploma de ", degrees, universities)},
	{tipo: documento.ActaDeGrado, peso: 6, contexto: "Educación superior", titulos: cross("Acta de grado de ", degrees, universities)},
	{tipo: documento.CedulaCiudadania, peso: 2, contexto: "Identidad", titulos: cross("", cedulas, cities)},
	{tipo: documento.RegistroCivil, peso: 4, contexto: "Identidad", titulos: cross("", records, cities)},
	{tipo: documento.HistoriaClinica, peso: 22, contexto: "Salud", titulos: cross("", visits, eps), monthly: true},
	{tipo: documento.Escritura, peso: 6, contexto: "Vivienda y propiedad", titulos: cross("", deeds, cross("", notaries, cities, " de "))},
	{tipo: documento.Certificado, peso: 18, contexto: "Trámites del Estado", titulos: cross("", proof, entities), monthly: true},
	{tipo: documento.Contrato, peso: 9, contexto: "Trabajo y negocios", titulos: cross("", contracts, cities)},
	{tipo: documento.Factura, peso: 19, contexto: "Hogar", titulos: cross("", services, companies), monthly: true},
	{tipo: documento.Otro, peso: 6, contexto: "Varios", titulos: cross("", others, cities)},
}

var months = [...]string{"", "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"}

// cross joins every a with every b, and leaves out texts that are too long for a title.
func cross(before string, as, bs []string, join ...string) []string {
	between := " — "
	if len(join) > 0 {
		between = join[0]
	}
	var titulos []string
	for _, a := range as {
		for _, b := range bs {
			if t := before + a + between + b; len(t) <= maxTitulo {
				titulos = append(titulos, t)
			}
		}
	}
	return titulos
}

// sampleOperadores serve the carpetas when the caller names none.
var sampleOperadores = []string{"op-andes", "op-caribe", "op-pacifico", "op-orinoquia"}
