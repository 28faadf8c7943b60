package documento_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// objetos are the files of the embedded profile with ways of S3: a file gets its name by a copy, during
// which something happens, and the closing of uploads can be lost.
type objetos struct {
	documento.Objetos
	mientras func()
	restos   map[documento.Clave]time.Time
}

func (o objetos) Recibida(ctx context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	if _, err := o.Objetos.Recibida(ctx, obj); err != nil {
		return nil, err
	}
	return func(context.Context) error { o.mientras(); return nil }, nil
}

func (o objetos) Restos(context.Context, string, int) (p documento.PaginaRestos, err error) {
	for k, modificado := range o.restos {
		p.Restos = append(p.Restos, documento.Resto{Clave: k, Modificado: modificado})
	}
	return p, nil
}

func (o objetos) BorrarResto(_ context.Context, nombre string) error {
	k, _ := documento.ReadNombreObjeto(nombre)
	delete(o.restos, k)
	return nil
}

const contenido = "una cédula"

// enviada is an announced upload whose file is there.
func enviada(t *testing.T, w *world.World) (auth.Principal, documento.Nuevo, documento.Documento) {
	t.Helper()
	c, _ := world.Carpeta(t, w.Store, "op-1", 0, nil)
	quien := auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
	n := documento.Nuevo{
		Titulo: "Cédula", Tipo: documento.Otro, NombreArchivo: "c.txt", TipoContenido: "text/plain",
		TamanoBytes: int64(len(contenido)), Hash: world.Hash([]byte(contenido)),
	}
	d, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, n)
	if err == nil {
		err = w.Objetos.Guardar(t.Context(), d.Objeto(), strings.NewReader(contenido))
	}
	if err != nil {
		t.Fatal(err)
	}
	return quien, n, d
}

// enviadaPorPartes is the same of one in parts.
func enviadaPorPartes(t *testing.T, w *world.World) (auth.Principal, documento.Documento) {
	t.Helper()
	c, _ := world.Carpeta(t, w.Store, "op-1", 0, nil)
	quien := auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
	parte := documento.Parte{Numero: 1, TamanoBytes: int64(len(contenido)), Hash: world.Hash([]byte(contenido))}
	d, _, err := w.Documentos.IniciarCarga(t.Context(), quien, c.CarpetaID, documento.Nuevo{
		Titulo: "Cédula", Tipo: documento.Otro, NombreArchivo: "c.txt", TipoContenido: "text/plain",
		TamanoBytes: parte.TamanoBytes, Hash: parte.Hash, PorPartes: true,
	})
	if err == nil {
		d, _, err = w.Documentos.FirmarPartes(t.Context(), quien, d.Clave(), []documento.Parte{parte})
	}
	if err == nil {
		err = w.Objetos.GuardarParte(t.Context(), d.Objeto(), d.Partes.ID, parte, strings.NewReader(contenido))
	}
	if err != nil {
		t.Fatal(err)
	}
	return quien, d
}

// The same file announced with another title while it is confirmed: nobody is told of a title that is lost.
func TestAnnouncedAgainWhileItIsConfirmed(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	quien, n, d := enviada(t, w)
	w.Documentos.Objetos = objetos{Objetos: w.Objetos, mientras: func() {
		if same, _, err := w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n); err != nil || same.Clave() != d.Clave() {
			t.Errorf("the same announcement: %v %v, want %v", same.Clave(), err, d.Clave())
		}
		otro := n
		otro.Titulo = "Otra cédula"
		if _, _, err := w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, otro); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("with another title: %v, want CONFLICT", err)
		}
	}}
	d, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave())
	if err != nil || d.Titulo != n.Titulo || d.Estado != documento.Procesado {
		t.Fatalf("confirmed: %q %s %v", d.Titulo, d.Estado, err)
	}
}

// adelantado is a store in which something happens just before a confirmation is written.
type adelantado struct {
	documento.Store
	antes func()
}

func (s adelantado) ConfirmarCarga(ctx context.Context, visto, d documento.Documento, h auditoria.Evento) (documento.Documento, error) {
	s.antes()
	return s.Store.ConfirmarCarga(ctx, visto, d, h)
}

// The same between the reading and the writing of a confirmation that reserves nothing: the title that its owner
// was told last is the document's. One that never ends to be announced anew is a conflict.
func TestAnnouncedAgainBeforeTheConfirmationIsWritten(t *testing.T) {
	for _, c := range []struct {
		name  string
		times int
		want  fault.Code
	}{{"once", 1, ""}, {"again and again", 100, fault.Conflict}} {
		t.Run(c.name, func(t *testing.T) {
			w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
			quien, n, d := enviada(t, w)
			n.Titulo = "Otra cédula"
			w.Documentos.Store = adelantado{w.Store, func() {
				if c.times--; c.times < 0 {
					return
				}
				if _, _, err := w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n); err != nil {
					t.Error(err)
				}
			}}
			got, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave())
			if fault.CodeOf(err) != c.want {
				t.Fatalf("confirmed: %v, want %q", err, c.want)
			}
			if stored, err := w.Store.Documento(t.Context(), d.Clave()); err != nil || stored.Titulo != n.Titulo || c.want == "" && stored != got {
				t.Fatalf("stored: %q %s %v, answered %q", stored.Titulo, stored.Estado, err, got.Titulo)
			}
		})
	}
}

// An upload that was sent long before its confirmation, which died before it closed it: a link that was signed
// in between is good still, and would store the file again if its place were free.
func TestWhatWasSentKeepsItsPlaceWhileALinkIsGood(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	sent := now
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }, Clock: func() time.Time { return now }})
	quien, _, d := enviada(t, w)
	restos := map[documento.Clave]time.Time{d.Clave(): sent}
	now = now.Add(time.Hour)
	if _, _, err := w.Documentos.RenovarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Fatal(err)
	}
	w.Documentos.Objetos = objetos{Objetos: w.Objetos, restos: restos}
	good := w.Documentos.Limites.CargaVence + documento.MargenVencida
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{0, 1}, {good - time.Second, 1}, {2 * time.Second, 0}} {
		now = now.Add(c.after)
		if _, err := w.Documentos.BarrerRestos(t.Context()); err != nil || len(restos) != c.left {
			t.Fatalf("%v after the confirmation: %d left, want %d (%v)", now.Sub(sent)-time.Hour, len(restos), c.left, err)
		}
	}
}

// cambiado is a store in which another tab does something just before an upload is changed.
type cambiado struct {
	documento.Store
	antes *func()
}

func (s cambiado) CambiarCarga(ctx context.Context, visto, d documento.Documento, h *auditoria.Evento) (documento.Documento, error) {
	if antes := *s.antes; antes != nil {
		*s.antes = nil
		antes()
	}
	return s.Store.CambiarCarga(ctx, visto, d, h)
}

// Another tab changes an upload between the look of this one at it and its write.
func TestAnotherTabWasFaster(t *testing.T) {
	type tab func(*documento.Servicio, auth.Principal, documento.Nuevo, documento.Clave) (documento.Documento, error)
	var (
		announce tab = func(s *documento.Servicio, quien auth.Principal, n documento.Nuevo, k documento.Clave) (documento.Documento, error) {
			n.Titulo = "Otra cédula"
			d, _, err := s.IniciarCarga(t.Context(), quien, k.CarpetaID, n)
			return d, err
		}
		cancel tab = func(s *documento.Servicio, quien auth.Principal, _ documento.Nuevo, k documento.Clave) (documento.Documento, error) {
			return s.CancelarCarga(t.Context(), quien, k)
		}
		renew tab = func(s *documento.Servicio, quien auth.Principal, _ documento.Nuevo, k documento.Clave) (documento.Documento, error) {
			d, _, err := s.RenovarCarga(t.Context(), quien, k)
			return d, err
		}
		confirm tab = func(s *documento.Servicio, quien auth.Principal, _ documento.Nuevo, k documento.Clave) (documento.Documento, error) {
			return s.ConfirmarCarga(t.Context(), quien, k)
		}
	)
	for name, c := range map[string]struct {
		other, this tab
		code        fault.Code
		another     bool // this one gets an upload of its own
	}{
		"it cancelled, this announces":  {cancel, announce, "", true},
		"it confirmed, this announces":  {confirm, announce, "", true},
		"it cancelled, this cancels":    {cancel, cancel, "", false},
		"it announced, this cancels":    {announce, cancel, "", false},
		"it renewed, this cancels":      {renew, cancel, "", false},
		"it confirmed, this cancels":    {confirm, cancel, fault.UploadEnded, false},
		"it confirmed, this renews":     {confirm, renew, fault.UploadEnded, false},
		"it cancelled, this renews":     {cancel, renew, fault.NotFound, false},
		"it announced, this renews too": {announce, renew, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Now()
			w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }, Clock: func() time.Time { return now }})
			quien, n, d := enviada(t, w)
			now = now.Add(time.Second)
			other := *w.Documentos
			antes := func() {
				if _, err := c.other(&other, quien, n, d.Clave()); err != nil {
					t.Error(err)
				}
			}
			w.Documentos.Store = cambiado{w.Store, &antes}
			got, err := c.this(w.Documentos, quien, n, d.Clave())
			if fault.CodeOf(err) != c.code || err == nil && (got.Clave() != d.Clave()) != c.another {
				t.Errorf("%v, %v; want %q", got.Clave(), err, c.code)
			}
		})
	}
}

// Many tabs announce the same file for the first time, at once: it is one upload.
func TestManyTabsBeginOneUpload(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	c, _ := world.Carpeta(t, w.Store, "op-1", 0, nil)
	all := make([]documento.Documento, 16)
	var tabs sync.WaitGroup
	for i := range all {
		tabs.Go(func() {
			var err error
			var carga documento.Carga
			n := documento.Nuevo{Titulo: "Cédula", Tipo: documento.Otro, NombreArchivo: "c.txt", TipoContenido: "text/plain", TamanoBytes: 9, Hash: world.Hash([]byte("x"))}
			if all[i], carga, err = w.Documentos.IniciarCarga(t.Context(), world.Owner(c), c.CarpetaID, n); err != nil || carga.URL == "" {
				t.Errorf("tab %d: %v", i, err)
			}
		})
	}
	tabs.Wait()
	for i, d := range all {
		if d.Clave() != all[0].Clave() {
			t.Errorf("tab %d has another upload", i)
		}
	}
	if c, err := w.Store.Carpeta(t.Context(), c.CarpetaID); err != nil || c.Uso.Pendientes != 1 {
		t.Errorf("%+v %v", c.Uso, err)
	}
}

// Many tabs announce the same file that waits, or sign it anew, at once: each gets that one.
func TestManyTabsGoOnWithOneUpload(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	quien, n, d := enviada(t, w)
	for what, announce := range map[string]func(i int) (documento.Documento, documento.Carga, error){
		"announced": func(int) (documento.Documento, documento.Carga, error) {
			return w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n)
		},
		"announced with titles": func(i int) (documento.Documento, documento.Carga, error) {
			n := n
			n.Titulo = []string{"Cédula", "Cédula de ciudadanía"}[i%2]
			return w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n)
		},
		"signed anew": func(int) (documento.Documento, documento.Carga, error) {
			return w.Documentos.RenovarCarga(t.Context(), quien, d.Clave())
		},
	} {
		t.Run(what, func(t *testing.T) {
			var tabs sync.WaitGroup
			for i := range 8 {
				tabs.Go(func() {
					if got, carga, err := announce(i); err != nil || got.Clave() != d.Clave() || carga.URL == "" {
						t.Errorf("tab %d: %v %q %v", i, got.Clave(), carga.URL, err)
					}
				})
			}
			tabs.Wait()
		})
	}
}

// mirado are files of which something happens just before the first look at one.
type mirado struct {
	documento.Objetos
	antes *sync.Once
	pasa  func()
}

func (o mirado) Comienzo(ctx context.Context, nombre string, n int64) (documento.Comienzo, error) {
	o.antes.Do(o.pasa)
	return o.Objetos.Comienzo(ctx, nombre, n)
}

// A confirmation that is overtaken by another one, and by the erasure of the file: it is answered with the document as it
// is, and not with a file that is not there.
func TestConfirmedAndErasedMeanwhile(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	quien, _, d := enviada(t, w)
	otra := *w.Documentos
	w.Documentos.Objetos = mirado{w.Objetos, new(sync.Once), func() {
		if _, err := otra.ConfirmarCarga(t.Context(), quien, d.Clave()); err != nil {
			t.Error(err)
		}
		if _, err := w.Eliminaciones.Solicitar(t.Context(), quien, eliminacion.Pedido{Clave: d.Clave()}); err != nil {
			t.Error(err)
		}
		if n, err := w.Objetos.Borrar(t.Context(), d.StoragePath); n == 0 || err != nil {
			t.Error(n, err)
		}
	}}
	got, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave())
	if err != nil || got.Estado != documento.Eliminando {
		t.Fatalf("confirmed: %s %v", got.Estado, err)
	}
}

// Of two processes, one has a clock on which an upload has ended, and cancels it. The other one, whose clock is behind,
// finds it cancelled.
func TestCancelledOnAClockThatIsAhead(t *testing.T) {
	now := time.Now()
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }, Clock: func() time.Time { return now }})
	quien, _, d := enviada(t, w)
	end := d.ExpiraEn
	now = end.Add(time.Second)
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Fatal(err)
	}
	now = end.Add(-2 * time.Second)
	if _, _, err := w.Documentos.RenovarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("renewed: %v, want NOT_FOUND", err)
	}
	if _, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("confirmed: %v, want NOT_FOUND", err)
	}
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Errorf("cancelled again: %v, want success", err)
	}
}

// fijacion are files of S3 of which the copy to the file's name ends as a test wants.
type fijacion struct {
	documento.Objetos
	termina *error
}

func (o fijacion) Recibida(ctx context.Context, obj documento.Objeto) (func(context.Context) error, error) {
	if _, err := o.Objetos.Recibida(ctx, obj); err != nil {
		return nil, err
	}
	return func(context.Context) error { return *o.termina }, nil
}

func (o fijacion) UnirPartes(ctx context.Context, obj documento.Objeto, p documento.Partes, hasta time.Time) (documento.Partes, error) {
	if err := *o.termina; err != nil {
		return p, err
	}
	return o.Objetos.UnirPartes(ctx, obj, p, hasta)
}

var (
	rechazada    = fault.Wrap(fault.Unavailable, errors.New("SlowDown"))
	sinDesenlace = fault.Wrap(fault.Unavailable, documento.ErrSinDesenlace)
)

// A confirmation that fails gives the upload back at once, whatever it failed of: the next one need not wait.
func TestAFailedConfirmationHoldsUpNobody(t *testing.T) {
	for _, partes := range []bool{false, true} {
		for name, falla := range map[string]error{"refused": rechazada, "no answer": sinDesenlace} {
			t.Run(fmt.Sprintf("%s, in parts %t", name, partes), func(t *testing.T) {
				now := time.Now()
				w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }, Clock: func() time.Time { return now }})
				quien, _, d := enviada(t, w)
				if partes {
					quien, d = enviadaPorPartes(t, w)
				}
				var termina error
				w.Documentos.Objetos = fijacion{w.Objetos, &termina}
				for range 3 {
					termina = falla
					if _, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.Unavailable {
						t.Fatalf("confirmed: %v, want UNAVAILABLE", err)
					}
				}
				termina = nil
				if got, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); err != nil || got.Estado != documento.Procesado {
					t.Fatalf("confirmed again: %s %v", got.Estado, err)
				}
			})
		}
	}
}

// The same of a confirmation that the store of the documents does not write, and of one whose client hung up meanwhile.
func TestAConfirmationThatIsNotWrittenHoldsUpNobody(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	quien, _, d := enviada(t, w)
	w.Documentos.Objetos = objetos{Objetos: w.Objetos, mientras: func() {}}
	ctx, hangUp := context.WithCancel(t.Context())
	w.Documentos.Store = adelantado{w.Store, hangUp}
	if _, err := w.Documentos.ConfirmarCarga(ctx, quien, d.Clave()); err == nil {
		t.Fatal("confirmed")
	}
	w.Documentos.Store = w.Store
	if got, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); err != nil || got.Estado != documento.Procesado {
		t.Fatalf("confirmed again: %s %v", got.Estado, err)
	}
}

// After a refusal an upload can be cancelled. After a copy whose end nobody knows it cannot, until no copy can land any
// more, and nobody forgets it before.
func TestNobodyEndsAnUploadWhoseCopyMayLand(t *testing.T) {
	now := time.Now()
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }, Clock: func() time.Time { return now }})
	quien, n, d := enviada(t, w)
	now = d.ExpiraEn.Add(-time.Second) // it would be forgotten a minute after this one
	termina := error(sinDesenlace)
	w.Documentos.Objetos = fijacion{w.Objetos, &termina}
	confirma := func() {
		t.Helper()
		if _, err := w.Documentos.ConfirmarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.Unavailable {
			t.Fatalf("confirmed: %v", err)
		}
	}
	confirma()
	termina = rechazada // which says nothing about the first copy
	confirma()
	now = now.Add(documento.MargenVencida + 30*time.Second)
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("cancelled: %v, want CONFLICT", err)
	}
	if olvidadas, err := w.Documentos.BarrerVencidas(t.Context()); err != nil || olvidadas > 0 {
		t.Errorf("forgotten: %d %v", olvidadas, err)
	}
	now = now.Add(3 * time.Minute)
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Errorf("cancelled later: %v", err)
	}

	otra, _, err := w.Documentos.IniciarCarga(t.Context(), quien, d.CarpetaID, n)
	if err == nil {
		err = w.Objetos.Guardar(t.Context(), otra.Objeto(), strings.NewReader(contenido))
	}
	if err != nil {
		t.Fatal(err)
	}
	d = otra
	confirma()
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); err != nil {
		t.Errorf("cancelled after a refusal: %v", err)
	}
}

// Whoever looked at an upload before a confirmation that came to no end, and cancels it afterwards, does not cancel it.
func TestCancelledAcrossACopyThatMayLand(t *testing.T) {
	w := world.New(t, world.Config{BaseURL: func() string { return "http://127.0.0.1" }})
	quien, _, d := enviada(t, w)
	confirma := *w.Documentos
	termina := error(sinDesenlace)
	confirma.Objetos = fijacion{w.Objetos, &termina}
	antes := func() {
		if _, err := confirma.ConfirmarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("confirmed: %v", err)
		}
	}
	w.Documentos.Store = cambiado{w.Store, &antes}
	if _, err := w.Documentos.CancelarCarga(t.Context(), quien, d.Clave()); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("cancelled: %v, want CONFLICT", err)
	}
}
