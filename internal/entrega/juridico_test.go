package entrega_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// declarado is what an entity states beyond version 1.
func declarado() entrega.Declarado {
	return entrega.Declarado{FechaEmision: "2020-05-03", Nombre: "Ana Ruiz", Sal: strings.Repeat("A", 22)}
}

// declaradoEn is a request with such a statement, signed.
func (m *mundo) declarada(s world.Signer, contenido string, d entrega.Declarado) entrega.Pedido {
	p := m.pedido(s, contenido, nil)
	p.Declarado = &d
	return s.Declare(m.t, p, m.now())
}

// entregarDeclarada delivers a whole document of version 2.
func (m *mundo) entregarDeclarada(s world.Signer, contenido string, d entrega.Declarado) (entrega.Entrega, error) {
	m.t.Helper()
	e, carga, err := m.Entregas.Entregar(m.t.Context(), s.Principal(), m.declarada(s, contenido, d))
	if err != nil {
		return e, err
	}
	if carga != nil {
		m.subir(e, contenido)
	}
	return m.Entregas.Confirmar(m.t.Context(), s.Principal(), e.EntregaID)
}

// vale is what a document is worth for its owner.
func (m *mundo) vale(e entrega.Entrega) documento.Juridico {
	m.t.Helper()
	d, err := m.Documentos.Ver(m.t.Context(), world.Owner(m.c), e.Clave())
	m.bien(err)
	return d.EstadoJuridico(m.Documentos.Hoy())
}

func TestWhatAnEntityStates(t *testing.T) {
	m := newMundo(t, world.Config{})
	d := declarado()
	d.Numero, d.Vigencia = "A-17", verificable.Vigencia{Desde: "2020-05-03", Hasta: "2020-06-03"}
	e, err := m.entregarDeclarada(m.uni, "contenido", d)
	m.bien(err)
	got, err := m.Documentos.Ver(t.Context(), world.Owner(m.c), e.Clave())
	m.bien(err)
	if got.Numero != "A-17" || got.Dias() != d.Vigencia || got.FechaEmision.Format(time.DateOnly) != "2020-05-03" {
		t.Errorf("the citizen has %+v", got)
	}
	for hoy, want := range map[string]documento.Juridico{"2020-06-03": documento.Vigente, "2020-06-04": documento.Vencido} { // the last day counts
		if v := got.EstadoJuridico(hoy); v != want {
			t.Errorf("on %s it is %s", hoy, v)
		}
	}
	v, err := m.Entregas.Verificar(t.Context(), m.uni.Principal(), entrega.Pregunta{Clave: e.Clave()})
	m.bien(err)
	if !v.EsValida() {
		t.Errorf("verified: %+v", v)
	}
	if e.Titular.Sello() != e.Declaracion.Titular || strings.Contains(string(e.Declaracion.Bytes()), m.c.CiudadanoID) {
		t.Errorf("the statement %s does not hide its person", e.Declaracion.Bytes())
	}
}

// The zone of the setting says when a day ends.
func TestADayEndsWherePeopleAre(t *testing.T) {
	m := newMundo(t, world.Config{})
	var err error
	m.Documentos.Zona, err = time.LoadLocation("America/Bogota")
	m.bien(err)
	m.present = time.Date(2026, 5, 4, 4, 59, 0, 0, time.UTC)
	if hoy := m.Documentos.Hoy(); hoy != "2026-05-03" {
		t.Errorf("today is %s", hoy)
	}
	m.pasa(time.Minute)
	if hoy := m.Documentos.Hoy(); hoy != "2026-05-04" {
		t.Errorf("then it is %s", hoy)
	}
}

// The API agrees with the table: of a document, of its delivery, and of a delivery whose document was erased.
func TestLegalStatesOfTheAPI(t *testing.T) {
	m := newMundo(t, world.Config{})
	table, zone := world.LegalStates(t)
	m.Documentos.Zona = zone
	for _, c := range table.Casos {
		m.present = c.En
		f := documento.Fila{Certificado: true, Juridico: c.Acto, Vigencia: documento.Periodo(c.Vigencia)}
		e := entrega.Entrega{EntregadaEn: c.En, Declaracion: verificable.Declaracion{Version: 2, Vigencia: c.Vigencia}}
		switch c.Acto {
		case documento.Revocado:
			e.RevocadaEn = c.En
		case documento.Reemplazado:
			e.ReemplazadaPor = world.NewID()
		}
		for what, got := range map[string]documento.Juridico{
			"the document": f.EstadoJuridico(m.Documentos.Hoy()), "its delivery": e.EstadoJuridico(m.Documentos.Hoy()),
			"its delivery, erased": e.AlEliminar(c.En).EstadoJuridico(m.Documentos.Hoy()),
		} {
			if got != c.Estado {
				t.Errorf("%s: %s is %s, want %s", c.Nombre, what, got, c.Estado)
			}
		}
	}
}

func TestStatementsThatAreRefused(t *testing.T) {
	m := newMundo(t, world.Config{})
	for campo, change := range map[string]func(*entrega.Declarado){
		"declaracion.fechaEmision":   func(d *entrega.Declarado) { d.FechaEmision = m.now().AddDate(0, 0, 2).Format(time.DateOnly) },
		"declaracion.fechaEmision 2": func(d *entrega.Declarado) { d.FechaEmision = "2021-02-29" },
		"declaracion.titular.nombre": func(d *entrega.Declarado) { d.Nombre = " Ana" },
		"declaracion.titular.sal":    func(d *entrega.Declarado) { d.Sal = strings.Repeat("A", 20) },
		"declaracion.titular.sal 2":  func(d *entrega.Declarado) { d.Sal = strings.Repeat("A", 21) + "B" }, // not the one form of its bytes
		"declaracion.numero":         func(d *entrega.Declarado) { d.Numero = strings.Repeat("9", 65) },
		"declaracion.vigencia":       func(d *entrega.Declarado) { d.Vigencia.Hasta = "3 de mayo" },
		"declaracion.vigencia 2": func(d *entrega.Declarado) {
			d.Vigencia = verificable.Vigencia{Desde: "2021-01-02", Hasta: "2021-01-01"}
		},
		"reemplazaA":   func(d *entrega.Declarado) { d.ReemplazaA = "otra" },
		"reemplazaA 2": func(d *entrega.Declarado) { d.ReemplazaA = "019e0000-0000-7000-8000-000000000001" },
	} {
		d := declarado()
		p := m.declarada(m.uni, "contenido", d)
		change(p.Declarado)
		if p.Declarado.ReemplazaA != "" {
			p = m.uni.Declare(t, p, m.now())
		}
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
		m.quiere(campo, err, fault.BadUserInput)
		want, _, _ := strings.Cut(campo, " ")
		var f *fault.Error
		if !errors.As(err, &f) || len(f.Campos) != 1 || f.Campos[0].Campo != want {
			t.Errorf("%s: %+v", campo, f)
		}
	}
	for what, change := range map[string]func(*entrega.Pedido){
		"a statement of version 1, presented as version 2": func(p *entrega.Pedido) {
			p.Firma = m.pedido(m.uni, "contenido", nil).Firma
		},
		"one of version 2, presented as version 1": func(p *entrega.Pedido) { p.Declarado = nil },
		"another number": func(p *entrega.Pedido) { p.Declarado.Numero = "A-18" },
		"another day":    func(p *entrega.Pedido) { p.Declarado.FechaEmision = "2020-05-04" },
		"another end":    func(p *entrega.Pedido) { p.Declarado.Vigencia.Hasta = "2050-01-01" },
		"another person": func(p *entrega.Pedido) { p.Declarado.Nombre = "Ana Rus" },
		"another salt":   func(p *entrega.Pedido) { p.Declarado.Sal = strings.Repeat("B", 21) + "A" },
	} {
		p := m.declarada(m.uni, "contenido", declarado())
		change(&p)
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
		m.quiere(what, err, fault.FirmaInvalida)
	}
	m.nada("all refused")
}

// The same bytes say one thing for one citizen.
func TestTwoStatementsForOneDocument(t *testing.T) {
	m := newMundo(t, world.Config{})
	first, err := m.entregarDeclarada(m.uni, "contenido", declarado())
	m.bien(err)
	again, err := m.entregarDeclarada(m.uni, "contenido", declarado())
	m.bien(err)
	if again.EntregaID != first.EntregaID {
		t.Errorf("the same again is %s", again.EntregaID)
	}
	d := declarado()
	d.Numero = "B-2"
	_, err = m.entregarDeclarada(m.uni, "contenido", d)
	m.quiere("another number", err, fault.OtraDeclaracion)
	_, _, err = m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
	m.quiere("version 1 of it", err, fault.OtraDeclaracion)
}

func TestRevocations(t *testing.T) {
	m := newMundo(t, world.Config{})
	const why = "El título no corresponde."
	e, pendiente := m.entregar(m.uni, "contenido"), m.pedido(m.uni, "otro", nil)
	waits, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), pendiente)
	m.bien(err)
	otra := world.NewSigner(t, "ministerio", "k1")
	m.registrar(otra)
	for what, c := range map[string]struct {
		quien auth.Principal
		r     entrega.Revocacion
		want  fault.Code
	}{
		"another entity":            {otra.Principal(), otra.Revoke(t, e.EntregaID, why, m.now()), fault.NotFound},
		"its owner":                 {world.Owner(m.c), m.uni.Revoke(t, e.EntregaID, why, m.now()), fault.Forbidden},
		"an absent one":             {m.uni.Principal(), m.uni.Revoke(t, "019e0000-0000-7000-8000-000000000001", why, m.now()), fault.NotFound},
		"no reason":                 {m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, "", m.now()), fault.BadUserInput},
		"another key":               {m.uni.Principal(), otra.Revoke(t, e.EntregaID, why, m.now()), fault.FirmaInvalida},
		"the signature of another":  {m.uni.Principal(), entrega.Revocacion{EntregaID: e.EntregaID, Motivo: why, Firma: m.uni.Revoke(t, waits.EntregaID, why, m.now()).Firma}, fault.FirmaInvalida},
		"one that is not confirmed": {m.uni.Principal(), m.uni.Revoke(t, waits.EntregaID, why, m.now()), fault.EntregaPendiente},
	} {
		_, err := m.Entregas.Revocar(t.Context(), c.quien, c.r)
		m.quiere(what, err, c.want)
	}
	if v := m.vale(e); v != documento.Vigente {
		t.Fatalf("refused, and it is %s", v)
	}
	for range 2 { // the same again is the first
		r, err := m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, why, m.now()))
		m.bien(err)
		if v := m.vale(e); v != documento.Revocado || r.EstadoJuridico("2020-01-01") != documento.Revocado || r.Motivo != why {
			t.Errorf("it is %s, for its entity %+v", v, r)
		}
	}
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, "Otro motivo", m.now()))
	m.quiere("another reason", err, fault.EntregaRevocada)
	v, err := m.Entregas.Verificar(t.Context(), m.uni.Principal(), entrega.Pregunta{Clave: e.Clave()})
	m.bien(err)
	if v.Resultado != entrega.Revocada || v.EsValida() {
		t.Errorf("verified: %+v", v)
	}
}

// A copy of an erased document may live.
func TestRevokedAfterTheCitizenErasedIt(t *testing.T) {
	m := newMundo(t, world.Config{})
	e := m.entregar(m.uni, "contenido")
	ctx := t.Context()
	asked, err := m.Eliminaciones.SolicitarAprobacion(ctx, world.Owner(m.c), eliminacion.Pedido{Clave: e.Clave(), Motivo: "ya no"})
	m.bien(err)
	_, err = m.Eliminaciones.Aprobar(ctx, auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}, asked.EventoID, "")
	m.bien(err)
	stop := world.Run(t, append(m.Consumers(), m.Dispatcher.Run)...)
	world.WaitFor(t, "the document is erased", func() bool {
		_, err := m.Store.Documento(ctx, e.Clave())
		return fault.CodeOf(err) == fault.NotFound
	})
	stop()
	r, err := m.Entregas.Revocar(ctx, m.uni.Principal(), m.uni.Revoke(t, e.EntregaID, "Era falso", m.now()))
	m.bien(err)
	if r.EstadoJuridico(m.Documentos.Hoy()) != documento.Revocado || r.Estado(m.now()) != entrega.Eliminada {
		t.Errorf("it is %+v", r)
	}
}

func TestReplacements(t *testing.T) {
	m := newMundo(t, world.Config{})
	for_ := func(id string) entrega.Declarado { d := declarado(); d.ReemplazaA = id; return d }
	first, err := m.entregarDeclarada(m.uni, "uno", declarado())
	m.bien(err)
	second, err := m.entregarDeclarada(m.uni, "dos", for_(first.EntregaID))
	m.bien(err)
	if v := m.vale(first); v != documento.Reemplazado {
		t.Errorf("the first is %s", v)
	}
	v, err := m.Entregas.Verificar(t.Context(), m.uni.Principal(), entrega.Pregunta{Clave: first.Clave()})
	m.bien(err)
	if v.Resultado != entrega.Reemplazada {
		t.Errorf("verified: %+v", v)
	}
	d, err := m.Documentos.Ver(t.Context(), world.Owner(m.c), first.Clave())
	m.bien(err)
	if d.ReemplazadoPor != second.EntregaID {
		t.Errorf("replaced by %q", d.ReemplazadoPor)
	}
	_, err = m.entregarDeclarada(m.uni, "tres", for_(first.EntregaID))
	m.quiere("a second one for the first", err, fault.EntregaReemplazada)
	_, err = m.entregarDeclarada(m.uni, "uno", for_(second.EntregaID)) // a circle would need what was delivered to say something new
	m.quiere("a circle", err, fault.OtraDeclaracion)

	// Two that were announced for the same one: the first that is confirmed stands for it.
	one, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.declarada(m.uni, "cuatro", for_(second.EntregaID)))
	m.bien(err)
	m.subir(one, "cuatro")
	_, err = m.entregarDeclarada(m.uni, "cinco", for_(second.EntregaID))
	m.bien(err)
	_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), one.EntregaID)
	m.quiere("the second to be confirmed", err, fault.EntregaReemplazada)

	otra := world.NewSigner(t, "ministerio", "k1")
	m.registrar(otra)
	_, err = m.entregarDeclarada(otra, "seis", for_(first.EntregaID))
	m.quiere("what another entity delivered", err, fault.BadUserInput)
	ajena, _ := world.Carpeta(t, m.Store, "op-1", 0, nil)
	mia := m.c
	m.c = ajena
	_, err = m.entregarDeclarada(m.uni, "siete", for_(first.EntregaID))
	m.quiere("what another citizen has", err, fault.BadUserInput)
	m.c = mia
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, first.EntregaID, "Era falso", m.now())) // what was replaced may be taken back too
	m.bien(err)
	if v := m.vale(first); v != documento.Revocado {
		t.Errorf("the first is %s", v)
	}
	third, err := m.entregarDeclarada(m.uni, "ocho", declarado())
	m.bien(err)
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, third.EntregaID, "Era falso", m.now()))
	m.bien(err)
	_, err = m.entregarDeclarada(m.uni, "nueve", for_(third.EntregaID))
	m.quiere("what was taken back", err, fault.EntregaRevocada)
}

// The same replacement again is answered with the first one, whatever became of the delivery that it replaces.
func TestTheSameReplacementAgain(t *testing.T) {
	m := newMundo(t, world.Config{})
	first, err := m.entregarDeclarada(m.uni, "uno", declarado())
	m.bien(err)
	d := declarado()
	d.ReemplazaA = first.EntregaID
	announced, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.declarada(m.uni, "dos", d))
	m.bien(err)
	again := func(when, content string, want entrega.Entrega, upload bool) {
		t.Helper()
		got, carga, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.declarada(m.uni, content, d))
		m.bien(err)
		if got.EntregaID != want.EntregaID || (carga != nil) != upload {
			t.Errorf("%s: %s with the upload %v, want %s", when, got.EntregaID, carga, want.EntregaID)
		}
	}
	again("only announced", "dos", announced, true)
	replacement, err := m.entregarDeclarada(m.uni, "tres", d)
	m.bien(err)
	again("announced, and another one was first", "dos", announced, true)
	again("confirmed", "tres", replacement, false)
	_, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, first.EntregaID, "Era falso", m.now()))
	m.bien(err)
	again("the replaced one was taken back", "tres", replacement, false)
	d.Numero = "B-2"
	_, err = m.entregarDeclarada(m.uni, "tres", d)
	m.quiere("the same bytes with another statement", err, fault.OtraDeclaracion)
	d.Numero = ""
	m.pasa(documento.VigenciaSinConfirmar)
	_, _, err = m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.declarada(m.uni, "dos", d))
	m.quiere("an announcement that came to its end", err, fault.EntregaRevocada)
}

// A revoked key takes back what it signed since, by the time at which we received it, whatever the signature says.
func TestARevokedKeyTakesBackWhatItSigned(t *testing.T) {
	m := newMundo(t, world.Config{})
	before := m.entregar(m.uni, "antes")
	m.pasa(time.Hour)
	since := m.now()
	antedated := m.pedido(m.uni, "después", nil)
	antedated.Firma = m.uni.Sign(t, entrega.Contenido(m.c.CiudadanoID, antedated.Nuevo), since.Add(-48*time.Hour))
	after, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), antedated)
	m.bien(err)
	m.subir(after, "después")
	after, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), after.EntregaID)
	m.bien(err)
	m.pasa(time.Hour)
	_, err = m.Entidades.Revocar(t.Context(), world.Administrador(), "universidad", "k1", since)
	m.bien(err)

	r := entrega.Revocador{Servicio: m.Entregas, Log: slog.New(slog.DiscardHandler)}
	m.bien(r.Vuelta(t.Context()))
	if a, b := m.vale(before), m.vale(after); a != documento.Vigente || b != documento.Revocado {
		t.Errorf("before it is %s, after it %s", a, b)
	}
	version := func() int64 {
		e, err := m.Store.Entidad(t.Context(), "universidad")
		m.bien(err)
		return e.Version
	}
	walked := version()
	m.bien(r.Vuelta(t.Context()))
	if version() != walked {
		t.Error("it walked again at once")
	}
	m.pasa(11 * time.Minute)
	m.bien(r.Vuelta(t.Context())) // for confirmations that were under way
	m.bien(r.Vuelta(t.Context()))
	if version() != walked+1 {
		t.Errorf("version %d after the last walk, %d after the first", version(), walked)
	}
}
