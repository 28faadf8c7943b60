package sim

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Opciones say what to simulate.
type Opciones struct {
	Semilla  uint64
	Sin      []Falla  // faults that are left out
	Hasta    int      // faults after this many are left out; 0 for none
	Plantado Plantado // a bug put in on purpose
	Traza    bool     // write the schedule down
}

// Resultado is how a run ended.
type Resultado struct {
	Semilla   uint64
	Violacion string // the invariant that did not hold; empty if all did
	Traza     string
	Ocurrido  map[Falla]int // faults that happened
	Fallas    int           // faults drawn
	Sucesos   int
	Duracion  time.Duration  // simulated
	Calma     time.Duration  // how long it took to come to rest after the last fault
	Finales   map[string]int // sagas by their last state, and requests by their decision
}

// mundo is one simulated run.
type mundo struct {
	scheduler
	*azar
	plan     plan
	plantado Plantado
	traza    *strings.Builder
	lineas   int
	fallo    string

	carpetas   map[string]*carpeta.Carpeta
	documentos map[string]*documento.Documento
	claves     []documento.Clave // all documents, in the order of their creation
	duenos     map[string]auth.Principal
	archivos   map[string]*archivo
	sagas      map[string]*saga
	orden      []*saga
	operadores []string
	cortos     map[string]string
	ids        int

	almacenCaido, objetosCaidos bool
	oficina                     oficina
	procesos                    []*proceso
	vidas                       []int
	gente                       []*suscriptor
	pedidas                     map[string]bool // documents that somebody asked to delete
	proximaMirada               time.Duration
}

// Correr simulates one seed.
func Correr(o Opciones) Resultado {
	m := nuevoMundo(o)
	m.poblar()
	m.actuar()
	fin := m.plan.caos + plazoFinal
	sucesos := 0
	for m.fallo == "" && m.ahora <= fin && m.paso() {
		if sucesos++; m.calma && m.reposa() {
			break
		}
	}
	m.alFinal()
	m.cerrar()
	r := Resultado{Semilla: o.Semilla, Violacion: m.fallo, Ocurrido: m.ocurrido, Fallas: m.cuenta, Sucesos: sucesos, Duracion: m.ahora, Calma: m.ahora - m.plan.caos, Finales: m.finales()}
	if m.traza != nil {
		r.Traza = m.traza.String()
	}
	return r
}

// plazoFinal is how long after the last fault everything must have come to rest:
// several rounds of the longest wait.
const plazoFinal = 15 * time.Minute

func nuevoMundo(o Opciones) *mundo {
	m := &mundo{
		azar: nuevoAzar(o), plantado: o.Plantado,
		carpetas: map[string]*carpeta.Carpeta{}, documentos: map[string]*documento.Documento{}, archivos: map[string]*archivo{},
		duenos: map[string]auth.Principal{}, sagas: map[string]*saga{}, pedidas: map[string]bool{}, cortos: map[string]string{},
		oficina: oficina{publicadas: map[string]int{}},
	}
	m.azar.anotar = func(f Falla) {
		if m.traza != nil {
			m.anotar(nil, "! %s", f)
		}
	}
	if o.Traza {
		m.traza = &strings.Builder{}
	}
	m.plan = m.planear()
	m.vidas, m.procesos = make([]int, m.plan.procesos), make([]*proceso, m.plan.procesos)
	return m
}

// poblar fills the stores: carpetas, documents and their files.
func (m *mundo) poblar() {
	for range m.plan.carpetas {
		dueno := auth.Principal{Sub: m.nuevoID(), Roles: []auth.Rol{auth.Ciudadano}}
		c := &carpeta.Carpeta{CarpetaID: m.nuevoID(), CiudadanoID: dueno.Sub, OperadorID: fmt.Sprintf("op%d", m.IntN(2)), Tipo: "PERSONAL"}
		m.carpetas[c.CarpetaID], m.duenos[c.CarpetaID] = c, dueno
		for n := range m.plan.documentos {
			m.crear(c, m.plan.certificados && m.uno(2) || n == m.plan.documentos-1 && m.uno(3))
		}
	}
}

func (m *mundo) crear(c *carpeta.Carpeta, certificado bool) {
	id := m.nuevoID()
	d := &documento.Documento{
		Fila:        documento.Fila{CarpetaID: c.CarpetaID, DocumentoID: id, Estado: documento.Procesado, Certificado: certificado},
		StoragePath: c.CarpetaID + "/" + id,
	}
	m.documentos[id] = d
	m.claves = append(m.claves, d.Clave())
	m.archivos[d.StoragePath] = &archivo{versiones: 1 + m.IntN(3), bloqueado: m.conPeso(ObjetosBloqueado, 0.3), terco: m.conPeso(ObjetosTerco, 0.5)}
	m.cortos[id], m.cortos[d.StoragePath] = fmt.Sprintf("d%d", len(m.claves)), fmt.Sprintf("d%d", len(m.claves))
	c.TotalDocumentos++
}

func (m *mundo) nuevoID() string {
	m.ids++
	id := fmt.Sprintf("00000000-0000-7000-8000-%012d", m.ids)
	if !relay.IsUUID(id) {
		panic("not an id of this system: " + id)
	}
	return id
}

// corto is how the trace names something.
func (m *mundo) corto(id string) string {
	if m.traza == nil {
		return ""
	}
	c, hay := m.cortos[id]
	if !hay {
		c = fmt.Sprintf("s%d", len(m.cortos)+1)
		m.cortos[id] = c
	}
	return c
}

// vivo is a process that runs, or nil.
func (m *mundo) vivo() *proceso {
	var vivos []*proceso
	for _, p := range m.procesos {
		if p != nil && !p.muerto {
			vivos = append(vivos, p)
		}
	}
	if len(vivos) == 0 {
		return nil
	}
	return vivos[m.IntN(len(vivos))]
}

func (m *mundo) finales() map[string]int {
	f := map[string]int{}
	for _, s := range m.orden {
		f[string(s.Estado)+"/"+string(s.Paso)]++
		if s.Aprobacion != nil {
			f[string(s.Aprobacion.Decision)]++
		}
	}
	return f
}

// reposa reports whether everything has ended: sagas, mail, subscribers.
func (m *mundo) reposa() bool {
	if m.ahora < m.plan.caos+tardeObjetos+plazoObjetos || len(m.oficina.copias) > 0 || m.ahora < m.proximaMirada {
		return false
	}
	m.proximaMirada = m.ahora + time.Second
	return !slices.ContainsFunc(m.orden, (*saga).viva) && !slices.ContainsFunc(m.gente, (*suscriptor).atrasado)
}
