package e2e_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// reason is what somebody is told: a code, what happened, and which field is wrong.
type reason struct{ codigo, es, en string }

// tell asks in both languages, and wants to be refused with these sentences.
func (r reason) tell(t *testing.T, what string, c serverkit.Client, query string, v obj) {
	t.Helper()
	for language, sentence := range map[string]string{"es": r.es, "en": r.en} {
		c.Through = speaking(language)
		a := c.MustPost(t, query, v)
		if !strings.Contains(string(a.Body), quoted(sentence)) || !strings.Contains(string(a.Body), `"`+r.codigo+`"`) || strings.Contains(string(a.Body), `"codigoId"`) {
			t.Errorf("%s, in %s: %s\nwant %s %q", what, language, a.Body, r.codigo, sentence)
		}
	}
}

var (
	noDocument  = reason{"NOT_FOUND", "No se encontró el documento.", "The document was not found."}
	notShowable = reason{"DOCUMENTO_NO_MOSTRABLE", "Solo se muestra con un código un documento que certificó una entidad, y por el que ella responde.",
		"Only a document that an entity certified, and still answers for, is shown by a code."}
	takenBack = reason{"DOCUMENTO_NO_MOSTRABLE", "Este documento fue revocado o reemplazado: no se puede mostrar con un código.",
		"This document was revoked or replaced: it cannot be shown by a code."}
	badUses   = reason{"BAD_USER_INPUT", "De 1 a 10.000 veces; sin este dato, las veces que sean.", "From 1 to 10,000 times; any number without it."}
	badMoment = reason{"BAD_USER_INPUT", "Un momento que todavía no ha pasado, dentro de 90 días.", "A moment that has not passed yet, within 90 days."}
	badForAll = reason{"BAD_USER_INPUT", "Un momento que todavía no ha pasado, dentro de 7 días: el código muestra también el archivo.",
		"A moment that has not passed yet, within 7 days: the code shows the file too."}
	badNote    = reason{"BAD_USER_INPUT", "Una línea de 120 caracteres como máximo.", "One line of at most 120 characters."}
	noReplaced = reason{"BAD_USER_INPUT", "El entregaId de una entrega suya a este ciudadano, que ya confirmó.", "The entregaId of a delivery of yours to this citizen that you confirmed."}
)

// TestCodesThatAreRefused: each with its reason, in both languages, and none is made.
func TestCodesThatAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Embedded, p)
		e := newEntrante(t, serverkit.NewHouse(t, p))
		deliver := func(name string, more obj) string {
			return globalID("Documento", e.carpetaID, entregada(t, e.program, e.uni.declara(t, e.ciudadanoID, name, []byte(name), more), []byte(name)).EntregaID)
		}
		good, locked, erased := deliver("bueno", nil), deliver("bloqueado", nil), deliver("borrado", nil)
		revoked := deliver("revocado", nil)
		e.uni.revoca(t, e.program, entregaOf(revoked), "No corresponde")
		replaced := deliver("reemplazado", nil)
		deliver("nuevo", obj{"reemplazaA": entregaOf(replaced)})
		first := globalID("Documento", e.carpetaID, entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, "versión 1", []byte("v1")), []byte("v1")).EntregaID)
		pending := globalID("Documento", e.carpetaID, entregar(t, e.program, e.uni.entrega(t, e.ciudadanoID, "pendiente", []byte("p"))).Entrega.EntregaID)
		own := uploadAndConfirmar(t, e.dueno, e.carpetaID, []byte("mío"))
		uploading := iniciarCarga(t, e.dueno, cargaInput(e.carpetaID, []byte("subiendo"))).Documento.ID
		asked := askAprobacion(t, e.dueno, solicitarMutation, obj{"id": erased, "motivo": "Es un duplicado"})
		askAprobacion(t, e.decide, aprobarMutation, obj{"id": asked.Eliminacion.EventoID, "nota": "Conforme"})
		serverkit.WaitFor(t, soon, "the document is erased", func() bool { return e.documento(t, erased) == nil })
		askAprobacion(t, e.dueno, solicitarMutation, obj{"id": locked, "motivo": "Es un duplicado"})

		in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
		const day = 24 * time.Hour
		for name, c := range map[string]struct {
			input obj
			want  reason
		}{
			"of nobody":       {obj{"documentoId": globalID("Documento", e.carpetaID, absentID)}, noDocument},
			"of another":      {obj{"documentoId": globalID("Documento", absentID, entregaOf(good))}, noDocument},
			"of no document":  {obj{"documentoId": "x"}, noDocument},
			"own":             {obj{"documentoId": own}, notShowable},
			"uploading":       {obj{"documentoId": uploading}, notShowable},
			"not yet there":   {obj{"documentoId": pending}, noDocument},
			"erased":          {obj{"documentoId": erased}, noDocument},
			"revoked":         {obj{"documentoId": revoked}, takenBack},
			"replaced":        {obj{"documentoId": replaced}, takenBack},
			"no uses":         {obj{"documentoId": good, "maxUsos": 0}, badUses},
			"fewer":           {obj{"documentoId": good, "maxUsos": -1}, badUses},
			"many":            {obj{"documentoId": good, "maxUsos": 10_001}, badUses},
			"most of all":     {obj{"documentoId": good, "maxUsos": 1<<31 - 1}, badUses},
			"over":            {obj{"documentoId": good, "hasta": in(-time.Second)}, badMoment},
			"too far":         {obj{"documentoId": good, "hasta": in(90*day + time.Minute)}, badMoment},
			"a file too far":  {obj{"documentoId": good, "hasta": in(7*day + time.Minute), "alcance": "DATOS_Y_ARCHIVO"}, badForAll},
			"a long note":     {obj{"documentoId": good, "referencia": strings.Repeat("ñ", 121)}, badNote},
			"a note of lines": {obj{"documentoId": good, "referencia": "a\nb"}, badNote},
			"locked": {obj{"documentoId": locked}, reason{"DOCUMENTO_BLOQUEADO", "El documento se está eliminando y no se muestra: si es posible, cancele primero la eliminación.",
				"The document is being deleted, and is not shown: take the deletion back first, if that is possible."}},
			"a holder who was not signed": {obj{"documentoId": first, "mostrarTitular": true}, reason{"TITULAR_SIN_FIRMA", "La entidad no firmó el nombre del titular de este documento: muéstrelo sin el nombre.",
				"The entity did not sign the holder's name of this document: show it without the name."}},
		} {
			c.want.tell(t, name, e.dueno, createCode, obj{"input": c.input})
		}
		for name, input := range map[string]obj{"beyond an Int": {"documentoId": good, "maxUsos": 1 << 40}, "no number": {"documentoId": good, "maxUsos": "3"}, "no moment": {"documentoId": good, "hasta": "mañana"}, "no scope": {"documentoId": good, "alcance": "TODO"}} {
			if r := e.dueno.MustPost(t, createCode, obj{"input": input}); r.Code() == "" {
				t.Errorf("%s: %s", name, r.Body)
			}
		}
		codes := serverkit.Do[alias[struct{ Codigos struct{ Nodes []any } }]](t, e.dueno, `{ r: miCarpeta { codigos { nodes { id } } } }`, nil).R
		mustSame(t, "codes that were made", 0, len(codes.Codigos.Nodes))
	})
}

// entregaOf is the delivery of a document.
func entregaOf(documentoID string) string {
	id, _ := base64.RawURLEncoding.DecodeString(documentoID)
	return string(id[bytes.LastIndexByte(id, ':')+1:])
}

// TestCorrectionsThatAreRefused: each with its reason, in both languages.
func TestCorrectionsThatAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		eachDayOn(t, serverkit.Embedded, p)
		e := newEntrante(t, serverkit.NewHouse(t, p))
		deliver := func(name string, more obj) string {
			return entregada(t, e.program, e.uni.declara(t, e.ciudadanoID, name, []byte(name), more), []byte(name)).EntregaID
		}
		revoked, first := deliver("revocado", nil), deliver("primero", nil)
		e.uni.revoca(t, e.program, revoked, "No corresponde")
		second := deliver("segundo", obj{"reemplazaA": first})
		pending := entregar(t, e.program, e.uni.entrega(t, e.ciudadanoID, "pendiente", []byte("p"))).Entrega.EntregaID
		replaces := func(old string) obj {
			return obj{"input": e.uni.declara(t, e.ciudadanoID, "otro", []byte("otro"), obj{"reemplazaA": old})}
		}
		isReplaced := reason{"ENTREGA_REEMPLAZADA", "Otra entrega ya reemplaza a la que nombra: reemplace esa otra.", "Another delivery replaces the one that you name: replace that other one."}
		for name, c := range map[string]struct {
			query string
			v     obj
			want  reason
		}{
			"in the place of a revoked one":  {entregarRefused, replaces(revoked), reason{"ENTREGA_REVOCADA", "La entrega que nombra fue revocada: entregue el documento sin reemplazarla.", "The delivery that you name was revoked: deliver the document without replacing it."}},
			"in the place of a replaced one": {entregarRefused, replaces(first), isReplaced},
			"in the place of a pending one":  {entregarRefused, replaces(pending), noReplaced},
			"in the place of none":           {entregarRefused, replaces(absentID), noReplaced},
			"in the place of no id":          {entregarRefused, replaces("otra"), noReplaced},
			"for another reason": {revocarEntregaMutation, obj{"input": e.uni.revocacion(t, revoked, "Otro motivo")}, reason{"ENTREGA_REVOCADA", "La entrega ya fue revocada con otro motivo, o porque se revocó la llave que la firmó.",
				"The delivery was revoked with another reason, or because the key that signed it was revoked."}},
			"one that is pending": {revocarEntregaMutation, obj{"input": e.uni.revocacion(t, pending, "No")}, reason{"ENTREGA_SIN_CONFIRMAR", "La entrega todavía no se ha confirmado: no hay qué revocar. Si no la confirma, vence sola.",
				"The delivery is not confirmed yet: there is nothing to revoke. If you do not confirm it, it expires by itself."}},
			"without a reason": {revocarEntregaMutation, obj{"input": e.uni.revocacion(t, second, "")}, reason{"BAD_USER_INPUT", "Revise el motivo.", "Check the reason."}},
			"a long reason":    {revocarEntregaMutation, obj{"input": e.uni.revocacion(t, second, strings.Repeat("a", 501))}, reason{"BAD_USER_INPUT", "Revise el motivo.", "Check the reason."}},
		} {
			c.want.tell(t, name, e.program, c.query, c.v)
		}
		mustSame(t, "what stands", "VIGENTE", e.worthOf(t, second).EstadoJuridico)
		mustSame(t, "what was replaced", "REEMPLAZADO", e.worthOf(t, first).EstadoJuridico)
	})
}

const entregarRefused = `mutation($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) { entrega { codigoId: entregaId } ` + codeErrors + ` } }`

// TestWhatCannotBeUsedLooksAlike, byte for byte and header for header.
func TestWhatCannotBeUsedLooksAlike(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		e := newEntrante(t, serverkit.NewHouse(t, p).With("CARPETA_RATE_REFUSALS=0"))
		deliver := func(name string) string {
			return globalID("Documento", e.carpetaID, entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, name, []byte(name)), []byte(name)).EntregaID)
		}
		diploma, locked, erased := deliver("diploma"), deliver("bloqueado"), deliver("borrado")
		create := func(input obj) aCode {
			return *askCode(t, e.dueno, createCode, obj{"input": input}).Codigo
		}
		codes := map[string]string{"unknown": guess, "of another form": "x", "empty": ""}
		ended := create(obj{"documentoId": diploma})
		mustSame(t, "ended", "TERMINADO", askCode(t, e.dueno, endCode, obj{"id": ended.ID}).Codigo.Estado)
		spent := create(obj{"documentoId": diploma, "maxUsos": 1})
		_, status := useCode(t, e.s.URL, spent.Codigo)
		mustSame(t, "the one use", http.StatusOK, status)
		until := time.Now().Add(2 * time.Second)
		over := create(obj{"documentoId": diploma, "hasta": until.UTC().Format(time.RFC3339Nano)})
		codes["ended"], codes["spent"], codes["over"] = ended.Codigo, spent.Codigo, over.Codigo
		codes["locked"], codes["erased"] = create(obj{"documentoId": locked}).Codigo, create(obj{"documentoId": erased}).Codigo
		askAprobacion(t, e.dueno, solicitarMutation, obj{"id": locked, "motivo": "Es un duplicado"})
		asked := askAprobacion(t, e.dueno, solicitarMutation, obj{"id": erased, "motivo": "Es un duplicado"})
		askAprobacion(t, e.decide, aprobarMutation, obj{"id": asked.Eliminacion.EventoID, "nota": "Conforme"})
		serverkit.WaitFor(t, soon, "the document is erased", func() bool { return e.documento(t, erased) == nil })
		time.Sleep(time.Until(until.Add(100 * time.Millisecond)))

		for _, language := range []string{"es", "en"} {
			want := rawUse(t, e.s.URL, guess, language)
			for name, code := range codes {
				mustSame(t, name, want, rawUse(t, e.s.URL, code, language))
			}
			if !strings.HasPrefix(want, "404") {
				t.Error(want)
			}
		}
		mustSame(t, "uses in the trail", 1, e.usesInTheTrail(t))
	})
}

// rawUse is a whole answer to a use, but for the moment and the id of the request.
func rawUse(t *testing.T, base, code, language string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/v/usar", strings.NewReader(fmt.Sprintf(`{"codigo":%q}`, code)))
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Language", language)
	a, err := http.DefaultClient.Do(r)
	must(t, err)
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	must(t, err)
	id := a.Header.Get("X-Request-Id")
	for _, name := range []string{"Date", "X-Request-Id"} {
		a.Header.Del(name)
	}
	return fmt.Sprint(a.StatusCode, a.Header, strings.ReplaceAll(string(body), id, "ID"))
}

// TestTwoTabs: somebody uses a code from many places, while its owner ends it from one, and makes it end by its uses. What
// was shown is what was counted, is in the trail, and nothing is shown after.
func TestTwoTabs(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		e := newEntrante(t, serverkit.NewHouse(t, p).With("CARPETA_RATE_REFUSALS=0"))
		id := globalID("Documento", e.carpetaID, entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, "diploma", []byte("d")), []byte("d")).EntregaID)
		total := 0
		for _, input := range []obj{{"documentoId": id}, {"documentoId": id, "maxUsos": 3}} {
			c := *askCode(t, e.dueno, createCode, obj{"input": input}).Codigo
			var shown atomic.Int64
			var tabs sync.WaitGroup
			for n := range 8 {
				tabs.Go(func() {
					for range 4 {
						if _, status := useCode(t, e.s.URL, c.Codigo); status == http.StatusOK {
							shown.Add(1)
						} else if status != http.StatusNotFound && status != http.StatusConflict && status != http.StatusServiceUnavailable {
							t.Errorf("a use is answered %d", status)
						}
					}
					if n == 0 {
						askCode(t, e.dueno, endCode, obj{"id": c.ID})
						if _, status := useCode(t, e.s.URL, c.Codigo); status != http.StatusNotFound {
							t.Errorf("after its end: %d", status)
						}
					}
				})
			}
			tabs.Wait()
			after := askCode(t, e.dueno, endCode, obj{"id": c.ID}).Codigo
			mustSame(t, "state and uses", aCode{c.ID, c.CodigoID, c.Codigo, "TERMINADO", int(shown.Load())}, *after)
			if input["maxUsos"] != nil && after.Usos > 3 {
				t.Errorf("%d uses of 3", after.Usos)
			}
			total += after.Usos
		}
		mustSame(t, "uses in the trail", total, e.usesInTheTrail(t))
	})
}

// usesInTheTrail is how often the owner reads that codes were used.
func (e *entrante) usesInTheTrail(t *testing.T) (n int) {
	t.Helper()
	type page struct {
		Accesos struct{ Nodes []struct{ Tipo string } }
	}
	for _, l := range serverkit.Do[alias[page]](t, e.dueno, `{ r: miCarpeta { accesos(first: 100) { nodes { tipo } } } }`, nil).R.Accesos.Nodes {
		if l.Tipo == "codigo.usado" {
			n++
		}
	}
	return n
}
