package resolvers_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const registerProcedure = `mutation($i: RegistrarTramiteInput!) { r: registrarTramite(input: $i) {
  tramite { codigo version entidadIds terminadoEn requisitos { codigo tipos certificado opcional nombre { es en } } }
  errores { ... on EntradaInvalida { mensaje campos { campo mensaje } } } } }`

// TestAProcedureIsReadInTheLanguageOfItsReader, with the kinds of its requirements; whoever keeps the registry reads both.
func TestAProcedureIsReadInTheLanguageOfItsReader(t *testing.T) {
	w := newWorld(t)
	text := func(es, en string) wish { return wish{"es": es, "en": en} }
	w.good(hugo, `mutation { r: registrarEntidad(input: {entidadId: "banco", nombre: "El banco", roles: [RECEPTOR], nit: "900123456-8"}) { errores { __typename } } }`, nil)
	in := wish{
		"codigo": "CREDITO", "nombre": text("Crédito", "Credit"), "finalidad": text("Estudiarlo", "To study it"), "baseLegal": text("Ley 1266", "Law 1266"),
		"conservacionDias": 0, "plazoMaximoDias": 90, "entidadIds": []any{"banco"},
		"requisitos": []any{wish{"codigo": "SEGURO", "nombre": text("Seguro", "Insurance"), "tipos": []any{"CEDULA_CIUDADANIA"}, "certificado": true}},
	}
	r := w.good(hugo, registerProcedure, wish{"i": in})["r"].(map[string]any)
	want := map[string]any{"codigo": "CREDITO", "version": 1.0, "entidadIds": []any{"banco"}, "terminadoEn": nil, "requisitos": []any{map[string]any{
		"codigo": "SEGURO", "tipos": []any{"CEDULA_CIUDADANIA"}, "certificado": true, "opcional": false, "nombre": map[string]any{"es": "Seguro", "en": "Insurance"},
	}}}
	if diff := cmp.Diff(want, r["tramite"]); diff != "" {
		t.Errorf("registered (-want +got):\n%s", diff)
	}
	bank := auth.Principal{Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: "banco"}
	ask := func(lengua, query string, variables wish, answer any) {
		t.Helper()
		who := bank
		if variables != nil {
			who = hugo
		}
		resp := w.run(fault.WithLanguage(w.context(who), []string{lengua}), query, variables)
		if len(resp.Errors) > 0 {
			t.Fatal(resp.Errors)
		}
		w.must(json.Unmarshal(resp.Data, answer))
	}
	for lengua, said := range map[string][]string{
		fault.Spanish: {"Crédito", "Estudiarlo", "Ley 1266", "Seguro", "Cédula de ciudadanía", "De 1 a 366 días."},
		fault.English: {"Credit", "To study it", "Law 1266", "Insurance", "National identity card", "From 1 to 366 days."},
	} {
		var a struct {
			Tramites []struct {
				Nombre, Finalidad, BaseLegal string
				Requisitos                   []struct {
					Nombre string
					Clases []struct{ Codigo, Nombre string }
				}
			}
		}
		ask(lengua, `{ tramites { codigo version nombre finalidad baseLegal requisitos { nombre clases { codigo nombre } } } }`, nil, &a)
		if len(a.Tramites) != 1 {
			t.Fatalf("%s: %v", lengua, a)
		}
		v := a.Tramites[0]
		got := []string{v.Nombre, v.Finalidad, v.BaseLegal, v.Requisitos[0].Nombre, v.Requisitos[0].Clases[0].Nombre}
		bad := wish{}
		for k, value := range in {
			bad[k] = value
		}
		bad["plazoMaximoDias"] = 367
		var refused struct {
			R struct {
				Errores []struct {
					Campos []struct{ Campo, Mensaje string }
				}
			}
		}
		ask(lengua, registerProcedure, wish{"i": bad}, &refused)
		got = append(got, refused.R.Errores[0].Campos[0].Mensaje)
		if diff := cmp.Diff(said, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lengua, diff)
		}
	}
	w.good(hugo, `mutation { r: terminarTramite(input: {codigo: "CREDITO"}) { tramite { version terminadoEn } errores { __typename } } }`, nil)
	if a := w.good(bank, `{ tramites { codigo } }`, nil); len(a["tramites"].([]any)) > 0 {
		t.Errorf("ended, the entity reads %v", a)
	}
	a := w.good(hugo, `{ registroDeTramites { version terminadoEn } }`, nil)["registroDeTramites"].([]any)
	if v := a[0].(map[string]any); v["version"] != 2.0 || v["terminadoEn"] == nil {
		t.Errorf("ended, the registry has %v", a)
	}
}
