package entrega_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestDeliveredDocumentIsCertified(t *testing.T) {
	m := newMundo(t, world.Config{})
	e := m.entregar(m.uni, "contenido")
	d, err := m.Documentos.Ver(t.Context(), world.Owner(m.c), e.Clave())
	m.bien(err)
	if !d.Certificado || d.Emisor() != (entidad.Emisor{EntidadID: "universidad", Nombre: "La universidad"}) || d.FechaEmision.IsZero() || d.Estado != documento.Procesado {
		t.Errorf("the citizen has %+v", d)
	}
	if e.Estado(m.now()) != entrega.Entregada {
		t.Errorf("the delivery is %s", e.Estado(m.now()))
	}
	again, carga, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
	if err != nil || carga != nil || again.EntregaID != e.EntregaID {
		t.Errorf("delivered again: %+v, %v, %v", again, carga, err)
	}
	c, err := m.Store.Carpeta(t.Context(), m.c.CarpetaID)
	m.bien(err)
	if c.TotalDocumentos != 1 {
		t.Errorf("%d documents", c.TotalDocumentos)
	}
}

func TestSignatureDecides(t *testing.T) {
	m := newMundo(t, world.Config{})
	ajena, otra := world.NewSigner(t, "universidad", "k1"), world.NewSigner(t, "universidad", "k2")
	good := m.pedido(m.uni, "contenido", nil)
	with := func(change func(*entrega.Pedido)) entrega.Pedido {
		p := good
		change(&p)
		return p
	}
	for what, c := range map[string]struct {
		p    entrega.Pedido
		want fault.Code
	}{
		"a foreign key under the same id": {m.pedido(ajena, "contenido", nil), fault.FirmaInvalida},
		"a key that is not published":     {m.pedido(otra, "contenido", nil), fault.UnknownLlave},
		"another hash":                    {with(func(p *entrega.Pedido) { p.Nuevo.Hash = world.Hash([]byte("otro")) }), fault.FirmaInvalida},
		"another citizen":                 {with(func(p *entrega.Pedido) { p.CiudadanoID = "otra persona" }), fault.FirmaInvalida},
		"another title":                   {with(func(p *entrega.Pedido) { p.Nuevo.Titulo = "Diploma de medicina" }), fault.FirmaInvalida},
		"another kind":                    {with(func(p *entrega.Pedido) { p.Nuevo.Tipo = documento.Escritura }), fault.FirmaInvalida},
		"no signature":                    {with(func(p *entrega.Pedido) { p.Firma = "" }), fault.FirmaInvalida},
		"title not in its form":           {with(func(p *entrega.Pedido) { p.Nuevo.Titulo = " Diploma de ingeniería" }), fault.BadUserInput},
		"title in NFD":                    {with(func(p *entrega.Pedido) { p.Nuevo.Titulo = "Diploma de ingenieri\u0301a" }), fault.BadUserInput},
		"hash in capitals":                {with(func(p *entrega.Pedido) { p.Nuevo.Hash = strings.ToUpper(p.Nuevo.Hash) }), fault.BadUserInput},
		"nobody":                          {with(func(p *entrega.Pedido) { p.CiudadanoID = "" }), fault.BadUserInput},
	} {
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), c.p)
		m.quiere(what, err, c.want)
		m.nada(what)
	}
	future := good
	future.Firma = m.uni.Sign(t, entrega.Contenido(m.c.CiudadanoID, good.Nuevo), m.now().Add(time.Hour))
	_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), future)
	m.quiere("signed in the future", err, fault.FirmaInvalida)
	_, _, err = m.Entregas.Entregar(t.Context(), world.Owner(m.c), good)
	m.quiere("a citizen delivers", err, fault.Forbidden)
	nadie := m.uni
	nadie.EntidadID = "desconocida"
	_, _, err = m.Entregas.Entregar(t.Context(), nadie.Principal(), good)
	m.quiere("an entity that is not registered", err, fault.EntidadInactiva)
	m.nada("all refused")
}

func TestCitizenWithoutACarpeta(t *testing.T) {
	m := newMundo(t, world.Config{})
	m.c.CiudadanoID = "sin-carpeta"
	_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
	m.quiere("no carpeta", err, fault.CiudadanoSinCarpeta)
}

// What ends between the announcement and the confirmation ends the delivery.
func TestSignatureIsCheckedAgainAtTheConfirmation(t *testing.T) {
	for what, c := range map[string]struct {
		end  func(m *mundo) error
		want fault.Code
	}{
		"inactive": {func(m *mundo) error {
			_, err := m.Entidades.Desactivar(t.Context(), world.Administrador(), "universidad")
			return err
		}, fault.EntidadInactiva},
		"revoked": {func(m *mundo) error {
			_, err := m.Entidades.Revocar(t.Context(), world.Administrador(), "universidad", "k1", time.Time{})
			return err
		}, fault.LlaveRevocada},
		"replaced": {func(m *mundo) error {
			m.registrar(world.NewSigner(t, "universidad", "k9"))
			return nil
		}, fault.UnknownLlave},
		"expired": {func(m *mundo) error {
			until := strings.Replace(m.uni.JWKS(t), `"kid":`, `"exp":`+unix(m.now().Add(time.Minute))+`,"kid":`, 1)
			_, err := m.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "universidad", Nombre: "U", Llaves: until})
			m.pasa(2 * time.Minute)
			return err
		}, fault.LlaveVencida},
	} {
		m := newMundo(t, world.Config{})
		e, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
		m.bien(err)
		_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
		m.quiere("without a file", err, fault.FileMissing)
		m.subir(e, "contenido")
		m.bien(c.end(m))
		_, err = m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
		m.quiere(what, err, c.want)
		d, err := m.Store.Documento(t.Context(), e.Clave())
		if err != nil || d.Estado != documento.Cargando {
			t.Errorf("%s: the document is %s, %v", what, d.Estado, err)
		}
	}
}

// A citizen does not confirm for the entity.
func TestOwnerDoesNotConfirm(t *testing.T) {
	m := newMundo(t, world.Config{})
	e, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "contenido", nil))
	m.bien(err)
	m.subir(e, "contenido")
	_, err = m.Documentos.ConfirmarCarga(t.Context(), world.Owner(m.c), e.Clave())
	m.quiere("the owner", err, fault.NotFound)
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	_, err = m.Entregas.Confirmar(t.Context(), notaria.Principal(), e.EntregaID)
	m.quiere("another entity", err, fault.NotFound)
}

func TestVerifyTheStoredBytes(t *testing.T) {
	m := newMundo(t, world.Config{})
	e := m.entregar(m.uni, "contenido")
	ask := func(quien auth.Principal, p entrega.Pregunta) entrega.Resultado {
		t.Helper()
		v, err := m.Entregas.Verificar(t.Context(), quien, p)
		if err != nil {
			return entrega.Resultado(fault.CodeOf(err))
		}
		return v.Resultado
	}
	hash := world.Hash([]byte("contenido"))
	byID, bare := entrega.Pregunta{Clave: e.Clave()}, entrega.Pregunta{Clave: documento.Clave{DocumentoID: e.EntregaID}}
	owner, notaria := world.Owner(m.c), world.NewSigner(t, "notaria", "k1")
	same := func(want entrega.Resultado) {
		t.Helper()
		for what, got := range map[string]entrega.Resultado{
			"owner": ask(owner, byID), "owner, bare": ask(owner, bare), "owner, hash": ask(owner, entrega.Pregunta{Hash: strings.ToUpper(hash)}),
			"entity": ask(m.uni.Principal(), byID), "entity, bare": ask(m.uni.Principal(), bare),
			"entity, hash": ask(m.uni.Principal(), entrega.Pregunta{Hash: hash, CiudadanoID: m.c.CiudadanoID}),
		} {
			if got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
	}
	same(entrega.Valida)
	for what, got := range map[string]entrega.Resultado{
		"another entity": ask(notaria.Principal(), byID), "another entity, hash": ask(notaria.Principal(), entrega.Pregunta{Hash: hash, CiudadanoID: m.c.CiudadanoID}),
		"another citizen":                  ask(auth.Principal{Sub: "x", Roles: []auth.Role{auth.Ciudadano}}, byID),
		"an entity that asks as a citizen": ask(m.uni.Principal(), entrega.Pregunta{Hash: hash}),
		"an auditor":                       ask(auth.Principal{Sub: "i", Roles: []auth.Role{auth.Auditor}}, byID), "an unknown hash": ask(owner, entrega.Pregunta{Hash: world.Hash(nil)}),
	} {
		if got != "NOT_FOUND" {
			t.Errorf("%s: %s", what, got)
		}
	}

	// A key that is revoked from now on signed this still; one that was stolen before, not.
	m.pasa(time.Minute)
	_, err := m.Entidades.Revocar(t.Context(), world.Administrador(), "universidad", "k1", time.Time{})
	m.bien(err)
	same(entrega.Valida)
	_, err = m.Entidades.Revocar(t.Context(), world.Administrador(), "universidad", "k1", m.now().Add(-time.Hour))
	m.bien(err)
	same(entrega.LlaveRevocada)

	_, err = m.Objetos.Borrar(t.Context(), documento.NombreObjeto(e.Clave()))
	m.bien(err)
	same(entrega.ArchivoAusente)
	d, err := m.Store.Documento(t.Context(), e.Clave())
	m.bien(err)
	other := d.Objeto()
	other.Hash, other.TamanoBytes = world.Hash([]byte("falsifica")), 9
	m.bien(m.Objetos.Guardar(t.Context(), other, strings.NewReader("falsifica")))
	same(entrega.ArchivoCambiado)
}

// A flood of one entity is refused, and another one delivers meanwhile.
func TestFloodIsBoundedByTheEntitysOwnBudget(t *testing.T) {
	m := newMundo(t, world.Config{Entregas: quota.Config{PerSecond: 1, Burst: 20, Subjects: 10}})
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	p := m.pedido(m.uni, "contenido", nil)
	refused := 0
	for range 200 {
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
		var f *fault.Error
		if errors.As(err, &f) && f.Code == fault.RateLimited && f.Espera > 0 {
			refused++
		} else {
			m.bien(err)
		}
	}
	if refused != 180 {
		t.Errorf("%d of 200 were refused, want 180", refused)
	}
	m.entregar(notaria, "de la notaría")
	m.pasa(5 * time.Second)
	_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
	m.bien(err)
}

func TestListIsTheEntitysOwn(t *testing.T) {
	m := newMundo(t, world.Config{})
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	for _, contenido := range []string{"uno", "dos", "tres"} {
		m.entregar(m.uni, contenido)
	}
	pending, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, "cuatro", nil))
	m.bien(err)
	m.entregar(notaria, "cinco")
	first := int32(2)
	page, err := m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Args: relay.Args{First: &first}})
	m.bien(err)
	if len(page.Edges) != 2 || page.Edges[0].Node.EntregaID != pending.EntregaID || page.Edges[0].Node.Estado(m.now()) != entrega.Anunciada {
		t.Fatalf("first page: %+v", page.Edges)
	}
	after := page.Edges[1].Cursor
	rest, err := m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Args: relay.Args{First: &first, After: &after}})
	m.bien(err)
	if len(rest.Edges) != 2 {
		t.Errorf("second page: %+v", rest.Edges)
	}
	_, err = m.Entregas.Lista(t.Context(), notaria.Principal(), entrega.PageRequest{Args: relay.Args{First: &first, After: &after}})
	m.quiere("a cursor of another entity", err, fault.InvalidCursorToken)
	_, err = m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Args: relay.Args{First: &first, After: &after}, Ascendente: true})
	m.quiere("a cursor of the other direction", err, fault.InvalidCursorToken)
	_, err = m.Entregas.Lista(context.Background(), world.Owner(m.c), entrega.PageRequest{})
	m.quiere("a citizen", err, fault.Forbidden)
	m.pasa(25 * time.Hour)
	e, err := one(m.Entregas.VerVarias(t.Context(), m.uni.Principal(), []string{pending.EntregaID}))
	if err != nil || e.Estado(m.now()) != entrega.Vencida {
		t.Errorf("a day later: %s, %v", e.Estado(m.now()), err)
	}
}

func TestSignedBytesAreCanonicalJSON(t *testing.T) {
	n := documento.Nuevo{Titulo: "Ñandú \"x\" \\ \u2028 📜 <&>", Tipo: documento.Diploma, Hash: "ab"}
	want := `{"ciudadanoId":"c\t1","hashDocumento":"ab","tipoDocumento":"DIPLOMA","titulo":"Ñandú \"x\" \\ ` + "\u2028" + ` 📜 <&>"}`
	if got := entrega.Contenido("c\t1", n); !bytes.Equal(got, []byte(want)) {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := entrega.Contenido("\x00\x1f\b", documento.Nuevo{}); !bytes.Contains(got, []byte(`"\u0000\u001f\b"`)) {
		t.Errorf("%s", got)
	}
}

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

func one[T any](rs []batch.Result[T]) (T, error) { return rs[0].Value, rs[0].Err }

// The link of a delivery ends with its document, as a citizen's does: a later upload would
// store what nobody counts.
func TestLinkEndsWithTheAnnouncement(t *testing.T) {
	m := newMundo(t, world.Config{})
	m.Documentos.Limites.CargaVence = time.Hour
	p := m.pedido(m.uni, "contenido", nil)
	e, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
	m.bien(err)
	d, err := m.Store.Documento(t.Context(), e.Clave())
	m.bien(err)
	m.pasa(documento.VigenciaSinConfirmar - 10*time.Minute)
	_, carga, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), p)
	m.bien(err)
	if carga == nil || carga.ExpiraEn.After(d.ExpiraEn) {
		t.Errorf("the link %+v outlives its document, which ends %v", carga, d.ExpiraEn)
	}
}

// TestDeliveriesLeaveRoomForTheCitizen: an entity that announces whatever fits, and sends nothing, does not keep the
// citizen's own uploads out.
func TestDeliveriesLeaveRoomForTheCitizen(t *testing.T) {
	m := newMundo(t, world.Config{})
	m.Documentos.Limites.Cuota = carpeta.Cuota{Bytes: 1000, Documentos: 100, Pendientes: 5}
	announced := 0
	for ; announced < 100; announced++ {
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), m.pedido(m.uni, strings.Repeat("x", 50)+strconv.Itoa(announced), nil))
		if err != nil {
			m.quiere("a full carpeta", err, fault.CarpetaFull)
			break
		}
	}
	if announced < 10 || announced == 100 {
		t.Fatalf("%d deliveries were announced", announced)
	}
	own := documento.Nuevo{Titulo: "Cédula", Tipo: documento.Otro, NombreArchivo: "c.pdf", TipoContenido: "application/pdf", TamanoBytes: 90, Hash: world.Hash([]byte("c"))}
	_, _, err := m.Documentos.IniciarCarga(t.Context(), world.Owner(m.c), m.c.CarpetaID, own)
	m.bien(err)
}

// TestOneEntityLeavesRoomForTheOthers: what one announces for a citizen in a day, and never sends, does not keep another
// entity out. What it announced before, and what is refused, counts once.
func TestOneEntityLeavesRoomForTheOthers(t *testing.T) {
	m := newMundo(t, world.Config{})
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	m.Documentos.Limites.Cuota = carpeta.Cuota{Bytes: 1 << 20, Documentos: 100, Pendientes: 5}
	m.Entregas.Partes = entrega.NewPartes(m.Documentos.Limites.Cuota, 100, m.now)
	announce := func(s world.Signer, n int) error {
		p := m.pedido(s, strconv.Itoa(n), func(d *documento.Nuevo) { d.TamanoBytes = 1 << 10 })
		_, _, err := m.Entregas.Entregar(t.Context(), s.Principal(), p)
		return err
	}
	announced := 0
	for err := error(nil); announced < 100; announced++ {
		if err = announce(m.uni, announced); err != nil {
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.RateLimited || f.Espera <= 0 {
				t.Fatal(err)
			}
			break
		}
		for range 3 {
			m.bien(announce(m.uni, announced)) // a repeated call takes nothing
		}
	}
	if announced < 8 || announced > 12 {
		t.Errorf("%d of 100 documents were announced by one entity", announced)
	}
	m.bien(announce(notaria, 1))
	m.pasa(6 * time.Hour)
	m.bien(announce(m.uni, announced))
}

// TestAnEntityHasADay: what it announces in a day, for whomever, has a bound of its own. What it announced before, and
// what is refused, takes nothing; another entity has its own day.
func TestAnEntityHasADay(t *testing.T) {
	const day = 24
	m := newMundo(t, world.Config{})
	notaria := world.NewSigner(t, "notaria", "k1")
	m.registrar(notaria)
	m.Entregas.Dia = quota.New(quota.Config{PerSecond: day / (24 * time.Hour).Seconds(), Burst: day, Subjects: 10}, m.now)
	announce := func(s world.Signer, n int) error {
		_, _, err := m.Entregas.Entregar(t.Context(), s.Principal(), m.pedido(s, strconv.Itoa(n), nil))
		return err
	}
	for n := range day {
		m.bien(announce(m.uni, n))
		m.bien(announce(m.uni, n)) // the first is found again
		wrong := m.pedido(m.uni, strconv.Itoa(n), nil)
		wrong.CiudadanoID = "nadie"
		_, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), wrong)
		if err == nil {
			t.Fatal("what was not signed is announced")
		}
	}
	err := announce(m.uni, day)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.RateLimited || f.Espera <= 0 || f.Espera > 2*time.Hour || !strings.Contains(f.Mensaje, "en un día") || f.Recuperacion == "" {
		t.Fatalf("one more: %v", err)
	}
	m.bien(announce(m.uni, 0)) // it is found all the same
	m.bien(announce(notaria, 1))
	m.pasa(time.Hour + time.Second)
	m.bien(announce(m.uni, day))
	m.quiere("another one in the same hour", announce(m.uni, day+1), fault.RateLimited)
}

// TestVerificationIsPaidByWhatItReads: a file of 100 MiB is hashed for longer than the price of a verification lasts, and
// one operation had 39 of them.
func TestVerificationIsPaidByWhatItReads(t *testing.T) {
	m := newMundo(t, world.Config{})
	e := m.entregar(m.uni, strings.Repeat("x", 100<<10))
	ctx, tab := quota.WithTab(t.Context(), 40)
	v, err := m.Entregas.Verificar(ctx, world.Owner(m.c), entrega.Pregunta{Clave: e.Clave()})
	if err != nil || v.Resultado != entrega.Valida || tab.Spent() != 50 {
		t.Errorf("%+v, %v; it costs %d", v, err, tab.Spent())
	}
	_, err = m.Entregas.Verificar(ctx, world.Owner(m.c), entrega.Pregunta{Clave: e.Clave()})
	m.quiere("one more, when the operation has read what it may", err, fault.QueryTooComplex)
}

// Of two processes, the clock of one is ahead: there a first delivery of the content has ended, and is announced again.
// The other one confirms the first: the citizen gets the content once, whoever comes first.
func TestAnnouncedAgainOnAClockThatIsAhead(t *testing.T) {
	for what, confirmedFirst := range map[string]bool{"announced first": false, "confirmed first": true} {
		m := newMundo(t, world.Config{})
		pedido := m.pedido(m.uni, "contenido", nil)
		announce := func() entrega.Entrega {
			e, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), pedido)
			m.bien(err)
			return e
		}
		first := announce()
		m.subir(first, "contenido")
		confirm := func(e entrega.Entrega) error {
			_, err := m.Entregas.Confirmar(t.Context(), m.uni.Principal(), e.EntregaID)
			return err
		}
		ahead := func(then func()) {
			m.pasa(3 * time.Second)
			then()
			m.pasa(-3 * time.Second)
		}
		m.pasa(documento.VigenciaSinConfirmar - 2*time.Second)
		var again entrega.Entrega
		if confirmedFirst {
			m.bien(confirm(first))
			ahead(func() { again = announce() })
			if again.EntregaID != first.EntregaID {
				t.Errorf("%s: a second delivery", what)
			}
		} else {
			ahead(func() { again = announce() })
			if again.EntregaID == first.EntregaID {
				t.Errorf("%s: the first delivery, which has ended", what)
			}
			m.quiere(what, confirm(first), fault.EntregaVencida)
			m.subir(again, "contenido")
			m.bien(confirm(again))
		}
		c, err := m.Store.Carpeta(t.Context(), m.c.CarpetaID)
		m.bien(err)
		if c.TotalDocumentos != 1 {
			t.Errorf("%s: %d documents", what, c.TotalDocumentos)
		}
		m.pasa(2 * documento.MargenVencida)
		if _, err := m.Documentos.BarrerVencidas(t.Context()); err != nil {
			t.Error(what, err)
		}
		c, err = m.Store.Carpeta(t.Context(), m.c.CarpetaID)
		m.bien(err)
		if c.Uso.Documentos != 1 {
			t.Errorf("%s: %d documents are counted after the sweep", what, c.Uso.Documentos)
		}
		m.endsTold(what, first, confirmedFirst)
	}
}

// TestAnnouncedAgainInItsLastSecond: no link can be signed any more, so the delivery ends now, and a new one begins.
func TestAnnouncedAgainInItsLastSecond(t *testing.T) {
	m := newMundo(t, world.Config{})
	pedido := m.pedido(m.uni, "contenido", nil)
	first, _, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), pedido)
	m.bien(err)
	m.pasa(documento.VigenciaSinConfirmar - time.Second/2)
	again, carga, err := m.Entregas.Entregar(t.Context(), m.uni.Principal(), pedido)
	m.bien(err)
	if again.EntregaID == first.EntregaID || carga == nil {
		t.Errorf("announced as %s again, with the link %v", again.EntregaID, carga)
	}
	m.endsTold("the first", first, false)
}

// endsTold: the end of a delivery that was never confirmed is told once, though it was noticed by several.
func (m *mundo) endsTold(what string, e entrega.Entrega, confirmed bool) {
	m.t.Helper()
	es, err := m.Store.Eventos(m.t.Context(), auditoria.Consulta{
		Filtro: auditoria.Filtro{CarpetaID: e.CarpetaID, DocumentoID: e.EntregaID, Tipo: auditoria.CargaVencida}, Limite: 10,
	})
	m.bien(err)
	if told := len(es) == 1; told == confirmed || len(es) > 1 {
		m.t.Errorf("%s: %d ends are told", what, len(es))
	}
}
