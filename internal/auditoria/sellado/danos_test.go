package sellado_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// dana changes an event in the store past the server, as somebody with access to the disk could.
func (m *mundo) dana(id string, change func(event records.Item) records.Part) {
	m.t.Helper()
	m.cerrar()
	file, err := bolt.Open(filepath.Join(m.dir, boltstore.FileName), 0o600, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	var found records.Item
	err = file.View(func(tx *bolt.Tx) error {
		return boltdb.At(tx).Each(rules.Eventos, func(src records.Source) error {
			i, err := records.ItemOf(src)
			if strings.HasSuffix(i["clave"].Text, id) {
				found = i
			}
			return err
		})
	})
	db, errOpen := boltdb.Open(boltdb.Config{File: file, Tables: rules.Tables, Observe: func(string, float64) {}})
	if err := errors.Join(err, errOpen); err != nil {
		m.t.Fatal(err)
	}
	if err := errors.Join(db.Write(m.t.Context(), []records.Part{change(found)}, nil), file.Close()); err != nil {
		m.t.Fatal(err)
	}
	m.abrir()
}

// with is an event with another value.
func with(name, value string) func(event records.Item) records.Part {
	return func(i records.Item) records.Part {
		i[name] = records.Text(value)
		return records.Put(rules.Eventos, i)
	}
}

func TestWhatWasPlantedInTheStoreIsFound(t *testing.T) {
	for tipo, plant := range map[sellado.TipoHallazgo]func(event records.Item) records.Part{
		sellado.Cambiado: with("actor", "funcionaria-8"),
		sellado.Falta:    func(i records.Item) records.Part { return records.Delete(rules.Eventos, rules.Eventos.KeyOf(i)) },
		sellado.Insertado: func(i records.Item) records.Part { // beside the true one
			key := i["clave"].Text
			return with("clave", key[:len(key)-1]+map[bool]string{true: "1", false: "0"}[strings.HasSuffix(key, "0")])(i)
		},
	} {
		m := nuevo(t)
		ids := m.anota("op-1", 600)
		m.anota("op-2", 300)
		vueltas(t.Context(), m, sellado.New(m.config("p-1")), 5, time.Hour) // what comes later has no seal any more
		m.limpio("op-1", 600)
		m.dana(ids[400], plant)
		_, hs := m.comprueba("op-1")
		if len(hs) != 1 || hs[0].Tipo != tipo || tipo != sellado.Insertado && hs[0].EventoID != ids[400] {
			t.Errorf("%s: findings %+v", tipo, hs)
		}
		m.limpio("op-2", 300)
	}
}

// A changed event gets no proof: it would be refused by whoever verifies it.
func TestNoProofOfAChangedEvent(t *testing.T) {
	m := nuevo(t)
	id := m.anota("op-1", 256)[9]
	sellado.New(m.config("p-1")).Vuelta(t.Context())
	m.dana(id, with("tipo", "documento.visto"))
	e, err := m.store.Evento(t.Context(), "op-1", id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sellado.New(m.config("p-1")).Probar(t.Context(), e)
	if err != nil || p.Sellado != nil || p.Motivo != sellado.Danado || m.cifras.danados["op-1"] != 1 {
		t.Errorf("%+v (%v), %+v", p, err, &m.cifras)
	}
}

// archivos are the files of a log, by their ends.
func (m *mundo) archivo(end string) string {
	m.t.Helper()
	var found string
	err := filepath.WalkDir(m.dir+"/sellos", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, end) {
			found = path
		}
		return err
	})
	if err != nil || found == "" {
		m.t.Fatal(end, err)
	}
	return found
}

func TestADamagedLogStopsAloneAndLoudly(t *testing.T) {
	t.Parallel() // it waits for the disk
	for what, harm := range map[string]func(path string) error{
		"lost":      os.Remove,
		"cut":       func(path string) error { return os.Truncate(path, 100) },
		"truncated": func(path string) error { return os.Truncate(path, 0) },
		"a flipped bit": func(path string) error {
			data, err := os.ReadFile(path)
			if err == nil {
				data[len(data)/2] ^= 4
				err = os.WriteFile(path, data, 0o600)
			}
			return err
		},
	} {
		for _, end := range []string{"operador/op-1/tile/0/000", "operador/op-1/tile/entries/001", "operador/op-1/fence", "operador/op-1/checkpoint"} {
			m := nuevo(t)
			m.anota("op-1", 600)
			m.anota("op-2", 256)
			s := sellado.New(m.config("p-1"))
			s.Vuelta(t.Context())
			m.limpio("op-2", 256)
			if err := harm(m.archivo(end)); err != nil {
				t.Fatal(err)
			}
			m.anota("op-1", 256)
			m.anota("op-2", 256)
			m.pasa(25 * time.Hour) // it reads the whole log once a day
			vueltas(t.Context(), m, s, 3, 2*time.Minute)
			if m.cifras.danados["op-1"] != 1 || m.cifras.danados["op-2"] != 0 || !strings.Contains(m.log.String(), "STOPPED") {
				t.Errorf("%s, %s: %+v\n%s", end, what, m.cifras.danados, m.log)
			}
			m.limpio("op-2", 512)
			again := sellado.New(m.config("p-1")) // after a restart it stops again
			again.Vuelta(t.Context())
			if m.cifras.danados["op-1"] != 2 {
				t.Errorf("%s, %s, restarted: %+v\n%s", end, what, m.cifras.danados, m.log)
			}
		}
	}
}

// A process that ends after its seal is published, and before its acta is written, leaves nothing that is wrong.
func TestASealWithoutItsActaIsNoFinding(t *testing.T) {
	m := nuevo(t)
	s := sellado.New(m.config("p-1"))
	m.anota("op-1", 256)
	s.Vuelta(t.Context())
	cfg := m.config("p-1")
	cfg.Actas = sinActas{cfg.Actas}
	m.anota("op-1", 256)
	sellado.New(cfg).Vuelta(t.Context())
	m.limpio("op-1", 512)
	m.pasa(time.Hour)
	m.limpio("op-1", 512)
	sellado.New(m.config("p-2")).Vuelta(t.Context())
	m.limpio("op-1", 512)
}

type sinActas struct{ sellado.Actas }

func (sinActas) PonerActa(context.Context, string, sellado.Acta) error {
	return fault.Plain(fault.Unavailable)
}
