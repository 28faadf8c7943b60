package semilla

import "github.com/carpeta-ciudadana/servidor/internal/documento"

// maxTitulo keeps an index entry within its 390 bytes.
const maxTitulo = 55

// familia is one kind of document: how often it comes, what it is for, and what it may be called.
type familia struct {
	tipo     documento.Tipo
	peso     int // of 100
	contexto string
	titulos  []string
	mensual  bool // the title ends with the month of reception
}

var (
	universidades = []string{
		"Universidad de Antioquia", "Universidad Nacional", "Universidad del Valle", "Universidad de los Andes",
		"Universidad Javeriana", "Universidad del Norte", "Universidad EAFIT", "Universidad del Cauca", "Universidad de Caldas",
		"Universidad Industrial de Santander", "Universidad Externado", "Universidad del Rosario", "Universidad ICESI",
		"Universidad de Cartagena", "Universidad del Quindío", "Universidad de Nariño", "Universidad Surcolombiana", "SENA",
	}
	carreras = []string{
		"Ingeniería de Sistemas", "Ingeniería Civil", "Medicina", "Derecho", "Enfermería", "Contaduría Pública", "Psicología",
		"Economía", "Arquitectura", "Odontología", "Biología", "Trabajo Social", "Administración", "Zootecnia", "Música",
		"Filosofía", "Química", "Matemáticas", "Comunicación Social", "Gestión Ambiental",
	}
	eps        = []string{"EPS Sura", "Nueva EPS", "Sanitas", "Salud Total", "Compensar", "Famisanar", "Coosalud", "Mutual Ser", "Savia Salud", "Comfenalco Valle"}
	ciudades   = []string{"Bogotá", "Medellín", "Cali", "Barranquilla", "Cartagena", "Bucaramanga", "Pereira", "Manizales", "Ibagué", "Pasto", "Neiva", "Villavicencio", "Armenia", "Cúcuta", "Popayán", "Tunja", "Montería", "Santa Marta"}
	empresas   = []string{"EPM", "Enel Colombia", "Vanti", "Acueducto de Bogotá", "Emcali", "Air-e", "Aguas de Manizales", "Gases de Occidente", "Claro", "Tigo"}
	entidades  = []string{"Colpensiones", "DIAN", "Policía Nacional", "Procuraduría", "Contraloría", "ICETEX", "Protección", "Porvenir", "Cámara de Comercio", "Banco de la República"}
	notarias   = []string{"Notaría 1", "Notaría 2", "Notaría 5", "Notaría 7", "Notaría 12", "Notaría 18", "Notaría 21", "Notaría 36"}
	consultas  = []string{"Historia clínica", "Epicrisis", "Resultado de laboratorio", "Fórmula médica", "Radiografía de tórax", "Carné de vacunación", "Incapacidad médica", "Orden de cirugía"}
	escrituras = []string{"Escritura de compraventa", "Escritura de hipoteca", "Escritura de sucesión", "Poder general", "Certificado de libertad"}
	registros  = []string{"Registro civil de nacimiento", "Registro civil de matrimonio", "Registro civil de defunción"}
	cedulas    = []string{"Cédula de ciudadanía", "Contraseña de cédula", "Tarjeta de identidad"}
	contratos  = []string{"Contrato de trabajo", "Contrato de arrendamiento", "Contrato de prestación de servicios", "Contrato de leasing"}
	constancia = []string{"Certificado de antecedentes", "Certificado de aportes", "Certificado tributario", "Certificado laboral", "Paz y salvo", "Constancia de afiliación"}
	otros      = []string{"Licencia de conducción", "Libreta militar", "Carta de recomendación", "Hoja de vida", "Póliza de seguro", "SOAT"}
	servicios  = []string{"Factura de energía", "Factura de agua", "Factura de gas", "Factura de internet", "Factura de telefonía"}
)

var familias = []familia{
	{tipo: documento.Diploma, peso: 8, contexto: "Educación superior", titulos: cruzar("Diploma de ", carreras, universidades)},
	{tipo: documento.ActaDeGrado, peso: 6, contexto: "Educación superior", titulos: cruzar("Acta de grado de ", carreras, universidades)},
	{tipo: documento.CedulaCiudadania, peso: 2, contexto: "Identidad", titulos: cruzar("", cedulas, ciudades)},
	{tipo: documento.RegistroCivil, peso: 4, contexto: "Identidad", titulos: cruzar("", registros, ciudades)},
	{tipo: documento.HistoriaClinica, peso: 22, contexto: "Salud", titulos: cruzar("", consultas, eps), mensual: true},
	{tipo: documento.Escritura, peso: 6, contexto: "Vivienda y propiedad", titulos: cruzar("", escrituras, cruzar("", notarias, ciudades, " de "))},
	{tipo: documento.Certificado, peso: 18, contexto: "Trámites del Estado", titulos: cruzar("", constancia, entidades), mensual: true},
	{tipo: documento.Contrato, peso: 9, contexto: "Trabajo y negocios", titulos: cruzar("", contratos, ciudades)},
	{tipo: documento.Factura, peso: 19, contexto: "Hogar", titulos: cruzar("", servicios, empresas), mensual: true},
	{tipo: documento.Otro, peso: 6, contexto: "Varios", titulos: cruzar("", otros, ciudades)},
}

var meses = [...]string{"", "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"}

// cruzar joins every a with every b, and leaves out what is too long for a title.
func cruzar(antes string, as, bs []string, union ...string) []string {
	entre := " — "
	if len(union) > 0 {
		entre = union[0]
	}
	var titulos []string
	for _, a := range as {
		for _, b := range bs {
			if t := antes + a + entre + b; len(t) <= maxTitulo {
				titulos = append(titulos, t)
			}
		}
	}
	return titulos
}

// operadoresDeMuestra serve the carpetas when the caller names none.
var operadoresDeMuestra = []string{"op-andes", "op-caribe", "op-pacifico", "op-orinoquia"}
