package act

import (
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
	Exportar       Act = "exportar"
	Embargar       Act = "embargar"
	CerrarSesiones Act = "cerrar-sesiones"
)

// row is an act with the mutations that are it.
type row struct {
	act       Act
	mutations []string
}

// table has each act, in the order of the help. The settings, the gate, the help and the
// manual follow it.
var table = []row{
	{Aprobar, []string{"aprobarEliminacion"}},
	{EliminarVarios, []string{"eliminarDocumentos", "borrarYa"}}, // and deleteDocumento, as Of says
	{Entregar, []string{"entregarDocumento", "confirmarEntrega"}},
	{Revocar, []string{"revocarEntrega"}},
	{RevocarLlave, []string{"revocarLlave"}},
	{Mostrar, []string{"crearCodigo"}},
	{Exportar, nil}, // the trail as a file, by the REST face
	{Embargar, []string{"ordenarEmbargo", "levantarEmbargo"}},
	{CerrarSesiones, []string{"cerrarSesiones"}},
}

// All are all acts.
func All() (acts []Act) {
	for _, r := range table {
		acts = append(acts, r.act)
	}
	return acts
}

// Names are those of all acts, as a sentence lists them.
func Names() string {
	var names []string
	for _, a := range All() {
		names = append(names, string(a))
	}
	return strings.Join(names, ", ")
}

// Mutations are the mutations that are an act.
func (a Act) Mutations() []string {
	i := slices.IndexFunc(table, func(r row) bool { return r.act == a })
	if i < 0 {
		return nil
	}
	return table[i].mutations
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
		for _, r := range table {
			if slices.Contains(r.mutations, m.Name) {
				acts = append(acts, r.act)
			}
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
