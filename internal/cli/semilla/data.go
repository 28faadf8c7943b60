package semilla

import (
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// maxTitulo keeps an index entry within its 390 bytes.
const maxTitulo = 55

// family is one kind of document: its frequency, its purpose, and its possible titles.
type family struct {
	tipo     documento.Tipo
	peso     int // of 100
	contexto string
	titulos  []string
	monthly  bool // the title ends with the month of reception

	certificados int    // per cent that an entity certified
	emisor       string // which entity; empty: the one that the title names behind its dash
}

// narrower are kinds that only some titles of a family have, by how the title begins.
var narrower = []struct {
	titulo string
	tipo   documento.Tipo
}{
	{"Resultado de laboratorio", "EXAMEN_MEDICO"}, {"Radiografía", "EXAMEN_MEDICO"}, {"Fórmula médica", "FORMULA_MEDICA"},
	{"Carné de vacunación", "VACUNAS"}, {"Incapacidad médica", "INCAPACIDAD"}, {"Certificado de antecedentes", "ANTECEDENTES"},
	{"Certificado laboral", "CERTIFICADO_LABORAL"}, {"Certificado de aportes", "PENSION"}, {"Contrato de arrendamiento", "CONTRATO_ARRIENDO"},
	{"Licencia de conducción", "LICENCIA_CONDUCCION"}, {"Libreta militar", "LIBRETA_MILITAR"}, {"Póliza de seguro", "POLIZA"}, {"SOAT", "SOAT"},
}

// tipoDe is the kind of a paper with a title.
func (f family) tipoDe(titulo string) documento.Tipo {
	for _, n := range narrower {
		if strings.HasPrefix(titulo, n.titulo) {
			return n.tipo
		}
	}
	return f.tipo
}

// official: so much of what offices issue they certified; of all papers it is 15 per cent.
const official = 23

// sampleEntidad begins the entidadId of every made-up entity: a seed must not take the keys of a real one.
const sampleEntidad = "muestra-"

var plain = strings.NewReplacer(" ", "-", "á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n")

// emisorDe is who certifies a paper of the family.
func (f family) emisorDe(titulo string) entidad.Emisor {
	name := f.emisor
	if name == "" {
		_, name, _ = strings.Cut(titulo, " — ")
	}
	return entidad.Emisor{EntidadID: sampleEntidad + plain.Replace(strings.ToLower(name)), Nombre: name}
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
	notaries  = []string{"Notaría 1", "Notaría 2", "Notaría 5", "Notaría 7", "Notaría 12", "Notaría 18", "Notaría 21", "Notaría 36"}
	visits    = []string{"Historia clínica", "Epicrisis", "Resultado de laboratorio", "Fórmula médica", "Radiografía de tórax", "Carné de vacunación", "Incapacidad médica", "Orden de cirugía"}
	deeds     = []string{"Escritura de compraventa", "Escritura de hipoteca", "Escritura de sucesión", "Poder general", "Escritura de donación"}
	records   = []string{"Registro civil de nacimiento", "Registro civil de matrimonio", "Registro civil de defunción"}
	cedulas   = []string{"Cédula de ciudadanía", "Contraseña de cédula"}
	contracts = []string{"Contrato de trabajo", "Contrato de arrendamiento", "Contrato de prestación de servicios", "Contrato de leasing"}
	others    = []string{"Licencia de conducción", "Libreta militar", "Carta de recomendación", "Hoja de vida", "Póliza de seguro", "SOAT"}
)

// proof is what offices say of a person, each what it keeps.
var proof = slices.Concat(
	cross("Certificado de ", []string{"antecedentes"}, []string{"Policía Nacional", "Procuraduría", "Contraloría"}),
	cross("", []string{"Certificado de aportes", "Constancia de afiliación"}, []string{"Colpensiones", "Protección", "Porvenir"}),
	cross("Certificado ", []string{"tributario"}, []string{"DIAN"}),
	cross("", []string{"Paz y salvo"}, []string{"ICETEX", "DIAN"}),
	cross("Certificado ", []string{"laboral"}, []string{"Banco de la República", "Cámara de Comercio", "ICETEX"}),
)

// bills come from who sells the service.
var bills = slices.Concat(
	cross("Factura de ", []string{"energía"}, []string{"EPM", "Enel Colombia", "Emcali", "Air-e"}),
	cross("Factura de ", []string{"agua"}, []string{"EPM", "Acueducto de Bogotá", "Emcali", "Aguas de Manizales"}),
	cross("Factura de ", []string{"gas"}, []string{"EPM", "Vanti", "Gases de Occidente"}),
	cross("Factura de ", []string{"internet", "telefonía"}, []string{"Claro", "Tigo", "Movistar", "ETB"}),
)

const (
	registraduria = "Registraduría Nacional"
	notariado     = "Superintendencia de Notariado"
)

var families = []family{
	{tipo: documento.Diploma, peso: 8, contexto: "Educación superior", titulos: cross("Diploma de ", degrees, universities), certificados: official},
	{tipo: documento.ActaDeGrado, peso: 6, contexto: "Educación superior", titulos: cross("Acta de grado de ", degrees, universities), certificados: official},
	{tipo: documento.CedulaCiudadania, peso: 2, contexto: "Identidad", titulos: cross("", cedulas, cities), certificados: official, emisor: registraduria},
	{tipo: documento.RegistroCivil, peso: 4, contexto: "Identidad", titulos: cross("", records, cities), certificados: official, emisor: registraduria},
	{tipo: documento.HistoriaClinica, peso: 22, contexto: "Salud", titulos: cross("", visits, eps), monthly: true, certificados: official},
	{tipo: documento.Escritura, peso: 6, contexto: "Vivienda y propiedad", titulos: cross("", deeds, cross("", notaries, cities, " de ")), certificados: official, emisor: notariado},
	{tipo: documento.Certificado, peso: 18, contexto: "Trámites del Estado", titulos: proof, monthly: true, certificados: official},
	{tipo: documento.Contrato, peso: 9, contexto: "Trabajo y negocios", titulos: cross("", contracts, cities)},
	{tipo: documento.Factura, peso: 19, contexto: "Hogar", titulos: bills, monthly: true},
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
