package resolvers_test

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	kit "github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

var banco = auth.Principal{Sub: "ciro", Roles: []auth.Role{auth.Entidad}, EntidadID: "banco", Permisos: []auth.Permiso{auth.Solicitar, auth.Consultar}}

// asked has a bank ask ana for a diploma, so many times, and ana give another one each time.
func (w *world) asked(n int) {
	w.t.Helper()
	ctx, r := w.t.Context(), w.resolver
	_, err := r.Entidades.Registrar(ctx, kit.Administrador(), entidad.Alta{EntidadID: "banco", Nombre: "Banco Ñ", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "800197268-4"})
	w.must(err)
	word := tipo.Texto{Es: "Crédito", En: "Credit"}
	for i := range n {
		codigo := fmt.Sprint("CREDITO", i)
		_, err = r.Tramites.Registrar(ctx, kit.Administrador(), tramite.Tramite{
			Codigo: codigo, Nombre: word, Finalidad: word, BaseLegal: word, PlazoMaximoDias: 30, Entidades: []string{"banco"},
			Requisitos: []tramite.Requisito{{Codigo: "TITULO", Nombre: word, Tipos: []string{string(documento.Diploma)}}},
		})
		w.must(err)
		s, err := r.Consentimiento.Pedir(ctx, banco, consentimiento.NuevaSolicitud{CiudadanoID: "ana", Tramite: codigo, NumeroInterno: codigo})
		w.must(err)
		given := []consentimiento.RespuestaA{{Requisito: "TITULO", DocumentoID: key(1, 1+i).DocumentoID}}
		_, err = r.Consentimiento.Responder(ctx, ana, consentimiento.Contestacion{Nombre: s.Nombre(), Version: 1, Respuestas: given, Dias: 1})
		w.must(err)
	}
}

// TestAListOfConsentIsFewCalls: one run of rows, who is silenced, each entity once, and the documents of the page in one batch.
func TestAListOfConsentIsFewCalls(t *testing.T) {
	w := newWorld(t)
	w.asked(documentsEach)
	for _, c := range []struct {
		quien auth.Principal
		query string
		want  map[string]int
	}{
		{ana, `{ carpeta(id: "` + carpetaGlobalID(1) + `") { solicitudes { nodes { entidad { activa } tramite { nombre } requisitos { respuesta } } } } }`,
			map[string]int{"Solicitudes": 1, "Silenciadas": 1, "Entidad": 1}},
		{ana, `{ carpeta(id: "` + carpetaGlobalID(1) + `") { autorizaciones { nodes { entidad { activa } documentos { estado } } } } }`,
			map[string]int{"Autorizaciones": 1, "Documentos": 1, "Entidad": 1}},
		{banco, `{ documentosRecibidos { nodes { tramite { nombre } requisito { nombre } estado hasta } } }`, map[string]int{"Autorizaciones": 1}},
		{banco, `{ solicitudes { nodes { ciudadanoId tramite { nombre } requisitos { respuesta } estado } } }`, map[string]int{"Solicitudes": 1}},
	} {
		a := w.query(c.quien, c.query, nil)
		if len(a.codes) > 0 {
			t.Fatalf("%s: %v", c.query, a.codes)
		}
		for _, op := range []string{"Solicitudes", "Autorizaciones", "Silenciadas", "Entidad", "Documentos", "Documento", "Carpeta", "CarpetaDeCiudadano"} {
			if c.quien.EntidadID == "" && (op == "Carpeta" || op == "CarpetaDeCiudadano") {
				continue // the owner's own carpeta
			}
			if w.calls[op] != c.want[op] {
				t.Errorf("%s: %d calls of %s, want %d: %v", c.query, w.calls[op], op, c.want[op], w.calls)
			}
		}
	}
}
