package sim

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// suscriptor is a client that watches one deletion, or those of a carpeta, and
// connects again, to any process, when its connection ends.
type suscriptor struct {
	m         *mundo
	eventoID  string
	carpetaID string
	ultimas   map[string]int64 // last secuencia seen of each saga; of a carpeta: in this session
	primera   int64            // what was asked for: −1 for the present state
	listo     bool             // the terminal state was seen
	desde     time.Duration    // of a carpeta: when this session had read for the first time; negative before
}

// sesion is one connection of a subscriber to a process.
type sesion struct {
	*suscriptor
	p      *proceso
	t      *tarea
	sub    *hub.Subscriber
	espera bool
}

func (m *mundo) suscribir(eventoID, carpetaID string, despues int64) {
	s := &suscriptor{m: m, eventoID: eventoID, carpetaID: carpetaID, primera: despues, ultimas: map[string]int64{}}
	m.gente = append(m.gente, s)
	s.conectar()
}

func (s *suscriptor) conectar() {
	p := s.m.vivo()
	if p == nil {
		s.m.tras(500*time.Millisecond, s.conectar)
		return
	}
	v := &sesion{suscriptor: s, p: p}
	v.t = s.m.nueva(p, v.seguir)
	v.t.alTerminar = v.terminar
	p.sesiones = append(p.sesiones, v)
}

func (v *sesion) terminar() {
	v.p.sesiones = slices.DeleteFunc(v.p.sesiones, func(o *sesion) bool { return o == v })
	if !v.listo && !v.m.cerrado {
		v.m.tras(v.m.entre(100*time.Millisecond, 3*time.Second), v.conectar)
	}
}

// seguir does what hub.Stream does, with the scheduler in place of select.
func (v *sesion) seguir(t *tarea) {
	ctx := contexto{t}
	v.sub = v.p.hub.Subscribe(hub.Topic{EventoID: v.eventoID, CarpetaID: v.carpetaID}, func() {})
	defer v.sub.Close()
	f := v.pasos()
	err := f.Reread(ctx)
	v.desde = v.m.ahora
	refresco := v.m.ahora + v.refresco()
	for err == nil && !f.Done() && !t.muerta() {
		switch v.elegir(refresco) {
		case 0:
			err = f.Event(ctx, v.sub.Event())
		case 1:
			v.sub.Gap()
			err = f.Reread(ctx)
		case 2:
			err = f.Reread(ctx)
			refresco = v.m.ahora + v.refresco()
		default:
			v.espera = true
			t.esperar(refresco)
			v.espera = false
		}
	}
	if err != nil && !t.muerta() && v.m.traza != nil {
		v.m.anotar(v.p, "subscription of %s ends: %v", v.m.corto(v.eventoID), respuesta(err))
	}
	v.listo = err == nil && f.Done() && !t.muerta()
}

func (v *sesion) refresco() time.Duration {
	if v.m.plantado == HubSinRelectura {
		return 24 * time.Hour
	}
	return hub.Refresh
}

func (v *sesion) pasos() hub.Steps {
	if v.carpetaID != "" {
		v.ultimas, v.desde = map[string]int64{}, -1
		return hub.CarpetaSteps(v.p.servicio, v.carpetaID, v.recibir)
	}
	despues := v.primera
	if u, hay := v.ultimas[v.eventoID]; hay {
		despues = u
	}
	return hub.SagaSteps(v.p.servicio, v.eventoID, despues, v.recibir)
}

// elegir is select: any of what is ready; −1 for nothing.
func (v *sesion) elegir(refresco time.Duration) int {
	var hay [3]int
	n := 0
	events, gap := v.sub.Waiting()
	for i, si := range [3]bool{events > 0, gap, v.m.ahora >= refresco} {
		if si {
			hay[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return hay[v.m.IntN(n)]
}

// avisarSesiones lets those who wait see what came.
func (p *proceso) avisarSesiones() {
	for _, v := range p.sesiones {
		if v.espera && v.elegible() {
			v.espera = false
			v.t.despertar()
		}
	}
}

func (v *sesion) elegible() bool {
	events, gap := v.sub.Waiting()
	return events > 0 || gap
}

// recibir is hub.Emit: the client sees a saga at one secuencia.
func (v *sesion) recibir(_ context.Context, e *eliminacion.Eliminacion) {
	if v.t.muerta() {
		return
	}
	v.visto(*e)
}

// visto checks that what a subscriber is told is true, new and in order.
func (v *sesion) visto(e eliminacion.Eliminacion) {
	m, s := v.m, v.m.sagas[e.EventoID]
	if m.traza != nil {
		m.anotar(v.p, "subscriber sees %s#%d %s/%s", m.corto(e.EventoID), e.Secuencia, e.Estado, e.Paso)
	}
	if e.Secuencia < 1 || e.Secuencia > int64(len(s.historia)) {
		m.violar("a subscriber saw secuencia %d, which is not stored", e.Secuencia)
		return
	}
	if c := s.historia[e.Secuencia-1]; c.Estado != e.Estado || c.Paso != e.Paso || c.Intento != e.Intento {
		m.violar("a subscriber saw %s/%s at secuencia %d; stored is %s/%s", e.Estado, e.Paso, e.Secuencia, c.Estado, c.Paso)
	}
	m.vistaSolicitud(e, s)
	ultima, hubo := v.ultimas[e.EventoID]
	desdeElPrincipio := v.primera >= 0 && v.carpetaID == "" || v.carpetaID != "" && v.desde >= 0 && s.nacida > v.desde
	if hubo && e.Secuencia <= ultima {
		m.violar("a subscriber saw secuencia %d after %d", e.Secuencia, ultima)
	}
	if (hubo || desdeElPrincipio) && e.Secuencia != ultima+1 && len(s.historia) <= historiaEntera {
		m.violar("a subscriber missed secuencia %d", ultima+1)
	}
	v.ultimas[e.EventoID] = e.Secuencia
	if e.Estado == eliminacion.Completada && (m.documentos[e.DocumentoID] != nil || m.archivos[s.StoragePath].versiones > 0) {
		m.violar("a subscriber saw COMPLETADA, and something is left of the document")
	}
}

// historiaEntera is how many changes an item keeps; who is further behind cannot
// be told every step.
const historiaEntera = 60

// atrasado reports whether a subscriber has still something to be told.
func (s *suscriptor) atrasado() bool {
	if s.eventoID != "" {
		return !s.listo
	}
	for _, g := range s.m.orden {
		u, hubo := s.ultimas[g.EventoID]
		if g.CarpetaID == s.carpetaID && (hubo || g.nacida > s.desde) && u != g.Secuencia {
			return true
		}
	}
	return s.desde < 0
}
