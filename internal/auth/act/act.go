package act

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Act is something for which a caller may have to sign in again.
type Act string

// The acts.
const (
	Aprobar        Act = "aprobar"
	EliminarVarios Act = "eliminar-varios"
	Entregar       Act = "entregar"
	Revocar        Act = "revocar"
	RevocarLlave   Act = "revocar-llave"
	Mostrar        Act = "mostrar"
	Autorizar      Act = "autorizar"
	Exportar       Act = "exportar"
	Embargar       Act = "embargar"
	CerrarSesiones Act = "cerrar-sesiones"
)

// All are all acts, in the order of the help. The settings, the gate, the help and the manual follow it.
var All = []Act{Aprobar, EliminarVarios, Entregar, Revocar, RevocarLlave, Mostrar, Autorizar, Exportar, Embargar, CerrarSesiones}

// Names are those of all acts, as a sentence lists them.
func Names() string {
	names := make([]string, len(All))
	for i, a := range All {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}

// needs are what a mutation needs besides its use case, its price (@price in the schema) and its row of the policy table.
type needs struct {
	act    Act  // for which the caller may have to sign in again; empty: none
	change bool // it takes one change from the day's budget of a person
}

// table has each mutation of the schema; a test refuses a mutation without a row.
var table = map[string]needs{
	"abrirCarpeta":           {},
	"abrirDocumentoRecibido": {}, // an event each, bounded by the price of operations
	"aprobarEliminacion":     {act: Aprobar},
	"borrarYa":               {act: EliminarVarios},
	"cancelarCarga":          {change: true},
	"cancelarEliminacion":    {},
	"cancelarEntrega":        {},
	"cerrarSesiones":         {act: CerrarSesiones},
	"confirmarCarga":         {},
	"confirmarEntrega":       {act: Entregar},
	"crearCodigo":            {act: Mostrar, change: true},
	"deleteDocumento":        {change: true}, // and sometimes EliminarVarios, as Of says
	"denunciarEntidad":       {change: true},
	"desactivarEntidad":      {},
	"editarDocumento":        {change: true},
	"eliminarDocumentos":     {act: EliminarVarios}, // takes a change for each document itself (resolvers/delete_many.go)
	"entregarDocumento":      {act: Entregar},       // an entity has a budget of deliveries
	"firmarPartes":           {},
	"iniciarCarga":           {change: true},
	"levantarEmbargo":        {act: Embargar},
	"ordenarEmbargo":         {act: Embargar},
	"pedirBorrado":           {change: true},
	"rechazarEliminacion":    {},
	"rechazarSolicitud":      {},
	"recordarSolicitud":      {}, // three for each request
	"reencolarMensajes":      {},
	"registrarEntidad":       {},
	"registrarTipo":          {},
	"registrarTramite":       {},
	"reintentarEliminacion":  {},
	"renovarCarga":           {change: true},
	"responderSolicitud":     {act: Autorizar, change: true},
	"retirarSolicitud":       {},
	"revocarEntrega":         {act: Revocar},
	"revocarLlave":           {act: RevocarLlave},
	"silenciarEntidad":       {change: true},
	"solicitarDocumentos":    {}, // an entity has a budget of requests
	"solicitarEliminacion":   {change: true},
	"terminarAutorizacion":   {}, // never refused: whoever wants to end it can
	"terminarCodigo":         {},
	"terminarTramite":        {},
}

// Mutations are the mutations that are an act. Exportar has none: it is the trail as a file, by the REST face.
func (a Act) Mutations() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if table[name].act == a {
			names = append(names, name)
		}
	}
	return names
}

// TakesChange reports whether a mutation takes a change from the day's budget of a person; known is false if there is no
// such mutation.
func TakesChange(mutation string) (takes, known bool) {
	n, known := table[mutation]
	return n.change, known
}

// Mutation is a mutation that an operation asks for, with its undo window; 0 if it has none.
type Mutation struct {
	Name    string
	Ventana time.Duration
}

// ventanaUtil is the shortest undo window in which the owner can notice a deletion that somebody else began.
const ventanaUtil = time.Hour

// Of are the acts of the mutations of one operation. deleteDocumento is EliminarVarios if the operation has it several
// times, and if its window is too short to undo it: otherwise many operations would delete many documents for good.
func Of(mutations []Mutation) (acts []Act) {
	deletions := 0
	for _, m := range mutations {
		if a := table[m.Name].act; a != "" {
			acts = append(acts, a)
		}
		if m.Name == "deleteDocumento" {
			deletions++
			if m.Ventana < ventanaUtil {
				deletions++
			}
		}
	}
	if deletions > 1 {
		acts = append(acts, EliminarVarios)
	}
	return acts
}
