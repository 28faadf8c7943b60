package eliminacion_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Whatever the mail, the stores and people do, in the end the requested document
// is gone whole or there whole, and the counter is right.
func TestEveryInterleaving(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "interleaving")
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		m := newWorld(t, dir)
		docs := []documento.Documento{m.documento(false), m.documento(false), m.documento(false)}
		sagas := map[string]documento.Documento{}
		ultima := ""
		acciones := map[string]func(*rapid.T){
			"solicitar": func(rt *rapid.T) {
				d := rapid.SampledFrom(docs[:2]).Draw(rt, "documento")
				ventana := rapid.SampledFrom([]time.Duration{0, time.Minute}).Draw(rt, "ventana")
				if e, err := m.servicio.Solicitar(context.Background(), m.dueno, eliminacion.Pedido{Clave: d.Clave(), Ventana: ventana}); err == nil {
					sagas[e.EventoID], ultima = d, e.EventoID
				}
			},
			"cancelar": func(*rapid.T) { _, _ = m.servicio.Cancelar(context.Background(), m.dueno, ultima) },
			"entregar": func(rt *rapid.T) { m.entregarUno(rt, false) },
			"repetir":  func(rt *rapid.T) { m.entregarUno(rt, true) },
			"perder":   func(rt *rapid.T) { m.sacar(rt) },
			"esperar":  func(*rapid.T) { m.now = m.now.Add(30 * time.Second); m.barrer() },
			"objeto": func(rt *rapid.T) {
				m.objetos.fallas = append(m.objetos.fallas, rapid.SampledFrom([]error{nil, caido, bloqueado}).Draw(rt, "falla"))
			},
			"mudo":    func(*rapid.T) { m.objetos.mudo++ },
			"ciego":   func(*rapid.T) { m.objetos.ciego++ },
			"almacen": func(*rapid.T) { m.almacen.fallarAntes++ },
			"pierde":  func(*rapid.T) { m.almacen.perderRespuesta++ },
		}
		rt.Repeat(acciones)
		m.objetos.fallas, m.objetos.mudo, m.objetos.ciego, m.almacen.fallarAntes, m.almacen.perderRespuesta = nil, 0, 0, 0, 0
		m.hastaElFinal()
		m.comprobar(rt, docs, sagas)
	})
}

func (m *mundo) sacar(rt *rapid.T) int {
	if len(m.buzon) == 0 {
		rt.Skip("no mail")
	}
	i := rapid.IntRange(0, len(m.buzon)-1).Draw(rt, "mensaje")
	m.buzon = append(m.buzon[:i:i], m.buzon[i+1:]...)
	return i
}

func (m *mundo) entregarUno(rt *rapid.T, conservar bool) {
	if len(m.buzon) == 0 {
		rt.Skip("no mail")
	}
	i := rapid.IntRange(0, len(m.buzon)-1).Draw(rt, "mensaje")
	msg := m.buzon[i]
	if !conservar {
		m.buzon = append(m.buzon[:i:i], m.buzon[i+1:]...)
	}
	_ = m.entregar(msg)
}

// comprobar checks the invariants.
func (m *mundo) comprobar(rt *rapid.T, docs []documento.Documento, sagas map[string]documento.Documento) {
	var idos int64
	for id, d := range sagas {
		got := m.quedo(eliminacion.Eliminacion{EventoID: id}, d)
		switch {
		case got == "COMPLETADA/COMPLETED, sin metadatos, sin archivo":
			idos++
		case strings.HasPrefix(got, "CANCELADA") || strings.HasPrefix(got, "FALLIDA/MINIO") || strings.HasPrefix(got, "FALLIDA/ESPERA"):
			// Another deletion of the same document may have succeeded afterwards: whole either way.
			if !strings.HasSuffix(got, "PROCESADO, archivo") && !strings.HasSuffix(got, "sin metadatos, sin archivo") {
				rt.Fatalf("half a document: %s", got)
			}
		default:
			rt.Fatalf("not ended: %s", got)
		}
	}
	if got := m.quedoIntacto(docs[2]); !got {
		rt.Fatal("a document that nobody asked for was touched")
	}
	c, err := m.almacen.Carpeta(context.Background(), m.carpeta.CarpetaID)
	if err != nil || c.TotalDocumentos != int64(len(docs))-idos {
		rt.Fatalf("counter %d with %d of %d documents gone (%v)", c.TotalDocumentos, idos, len(docs), err)
	}
}

func (m *mundo) quedoIntacto(d documento.Documento) bool {
	actual, err := m.almacen.Documento(context.Background(), d.Clave())
	hay, err2 := m.objetos.Objetos.Existe(context.Background(), d.StoragePath)
	return err == nil && err2 == nil && hay && actual.Estado == documento.Procesado
}
