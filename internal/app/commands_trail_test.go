package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// decision says what a command leaves in the trail, or why it leaves nothing.
type decision struct {
	leaves string // kinds, each once, in order; "api": what the field that it asks leaves (TestTheCommandLineIsInTheTrail)
	why    string
}

// decisions are those of all commands. A new command wants a row: does it change something, or read what is a citizen's?
var decisions = map[string]decision{
	config.CmdServe:     {"", "its use cases and services write their own"},
	config.CmdBootstrap: {"", "it makes tables and queues"},
	config.CmdHealth:    {"", "it asks whether a server is ready"},
	config.CmdConfig:    {"", "it prints settings"},
	config.CmdVersion:   {"", "it prints the version"},
	config.CmdToken:     {"", "a token changes nothing before its first use, which is sesion.iniciada"},

	config.CmdOpen:   {leaves: "carpeta.abierta"},
	config.CmdSeed:   {leaves: "carpeta.abierta"},
	config.CmdImport: {leaves: "carga.anunciada carga.confirmada"},

	config.CmdSagasList: {leaves: "api"}, config.CmdSagasWhy: {leaves: "api"}, config.CmdSagasRetry: {leaves: "api"},
	config.CmdSagasApprove: {leaves: "api"}, config.CmdSagasReject: {leaves: "api"}, config.CmdDLQList: {leaves: "api"}, config.CmdDLQRedrive: {leaves: "api"},
	config.CmdAuditoriaList: {leaves: "api"}, config.CmdAuditoriaTail: {leaves: "api"}, config.CmdAuditoriaExport: {leaves: "api"},
	config.CmdEmbargoList: {leaves: "api"}, config.CmdEmbargoNew: {leaves: "api"}, config.CmdEmbargoLift: {leaves: "api"},

	config.CmdRevocarAdd:    {leaves: "revocacion.cambiada"},
	config.CmdRevocarRemove: {leaves: "revocacion.cambiada"},
	config.CmdRevocarList:   {"", "it names tokens and subjects, and nothing of a carpeta"},

	config.CmdEntidadAlta: {leaves: "entidad.cambiada"},
	config.CmdEntidadBaja: {leaves: "entidad.cambiada"},
	config.CmdEntidadList: {"", "the registry is public"},
	config.CmdTipoSave:    {leaves: "tipo.cambiado"},
	config.CmdTipoList:    {"", "the catalogue is public"},
	config.CmdTramiteSave: {leaves: "tramite.registrado"},
	config.CmdTramiteEnd:  {leaves: "tramite.terminado"},
	config.CmdTramiteList: {"", "it says nothing of a person"},

	config.CmdBackup:  {leaves: "respaldo.hecho"},
	config.CmdRestore: {leaves: "respaldo.hecho respaldo.restaurado"}, // beside what the backup has: that it was made
	config.CmdMigrate: {leaves: "respaldo.hecho respaldo.restaurado"}, // TestOneServerBecomesMany looks

	config.CmdVerificar:          {"", "it reads files that somebody holds"},
	config.CmdVerificarDocumento: {"", "it reads files that somebody holds"}, config.CmdExportarDocumento: {leaves: "api"},
	config.CmdComprobar:   {"", "it prints counts, and ids of what is wrong; a check must not change what it checks"},
	config.CmdLlaveNew:    {leaves: "llave.cambiada"},
	config.CmdLlaveNext:   {leaves: "llave.cambiada llave.cambiada"}, // one ends, one begins
	config.CmdLlavePublic: {"", "public keys are public"},
	config.CmdReconcile:   {leaves: "reconciliacion.reparada eliminacion.paso eliminacion.completada"}, // it mends through the saga
}

// TestEveryCommandHasADecision runs what changes stores or files beside the API, and reads what it left.
func TestEveryCommandHasADecision(t *testing.T) {
	t.Parallel() // it mostly waits
	commands := config.Commands()
	for _, name := range commands {
		if d, ok := decisions[name]; !ok || (d.leaves == "") == (d.why == "") {
			t.Errorf("%q: write a row in decisions: what does it leave in the trail, or why nothing?", name)
		}
	}
	dir, files, vault := t.TempDir(), t.TempDir(), t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(files, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	put("a.txt", "hola")
	jwks := put("../"+filepath.Base(files)+"-llaves.json", `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)
	t.Cleanup(func() { _ = os.Remove(jwks) })
	keys := filepath.Join(dir, "sello.llaves")
	kind := put("../"+filepath.Base(files)+"-tipo.json", `{"codigo":"CARNE_DE_CLUB","nombre":{"es":"Carné de club","en":"Club card"},"contexto":{"es":"Otros","en":"Other"},"icono":"identidad"}`)
	procedure := put("../"+filepath.Base(files)+"-tramite.json", `{"codigo":"CREDITO","nombre":{"es":"Crédito","en":"Credit"},"finalidad":{"es":"Estudiarlo","en":"To study it"},"baseLegal":{"es":"Ley 1266","en":"Law 1266"},
		"conservacionDias":30,"plazoMaximoDias":90,"entidadIds":["banco"],"requisitos":[{"codigo":"CEDULA","nombre":{"es":"Cédula","en":"Identity card"},"tipos":["CEDULA_CIUDADANIA"],"certificado":true}]}`)
	t.Cleanup(func() { _, _ = os.Remove(kind), os.Remove(procedure) })
	const ana = "01a18f41-0000-7000-8000-0000000000aa"
	var carpetaID string
	known := map[string]bool{}
	for _, run := range [][]string{
		{config.CmdLlaveNew, "--nombre=carpeta.example.org", "--archivo=" + keys}, {config.CmdLlavePublic, "--archivo=" + keys},
		{config.CmdVersion}, {config.CmdBootstrap}, {config.CmdToken, "--rol=auditor", "--sub=iris"},
		{config.CmdOpen, "--ciudadano=" + ana, "--operador=op-1"},
		{config.CmdImport, "--dir=" + files, "--carpeta=CARPETA"},
		{config.CmdSeed, "--carpetas=1", "--documentos=1", "--semilla=7"}, // a document that may be deleted
		{config.CmdReconcile, "--reparar"},                                // the seed has no files
		{config.CmdEntidadAlta, "uni", "--nombre=La uni", "--jwks=" + jwks}, {config.CmdEntidadList}, {config.CmdEntidadBaja, "uni"},
		{config.CmdTipoSave, kind}, {config.CmdTipoList},
		{config.CmdEntidadAlta, "banco", "--nombre=El banco", "--rol=RECEPTOR", "--nit=900123456-8"},
		{config.CmdTramiteSave, procedure}, {config.CmdTramiteList}, {config.CmdTramiteEnd, "CREDITO"},
		{config.CmdRevocarAdd, "--sujeto=" + ana}, {config.CmdRevocarAdd, "--jti=un.token.entero"}, {config.CmdRevocarList}, {config.CmdRevocarRemove, "--sujeto=" + ana},
		{config.CmdLlaveNext, "--archivo=" + keys, "--desde=" + time.Now().Add(time.Hour).UTC().Format(time.RFC3339)},
		{config.CmdComprobar}, {config.CmdBackup, "--en=" + vault},
	} {
		args := append(strings.Fields(run[0]), run[1:]...)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "CARPETA", carpetaID)
		}
		said := output(t, dir, args...)
		if run[0] == config.CmdOpen {
			carpetaID = strings.Split(said, `"`)[3]
		}
		var left []string
		es, err := app.Trail(t.Context(), command(t, dir, config.CmdServe).Config)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range es {
			if !known[e.EventoID] {
				known[e.EventoID] = true
				left = append(left, string(e.Tipo))
				if text := fmt.Sprint(e); strings.Contains(text, "un.token.entero") || strings.Contains(text, "La uni") {
					t.Errorf("%v: its event has more than ids: %s", run, text)
				}
				if e.Tipo == auditoria.RevocacionCambiada && (e.Actor.ID != string(auditoria.Consola) || e.Datos["cambio"] == "" || e.Resultado != auditoria.Exito) {
					t.Errorf("%v: %+v", run, e)
				}
			}
		}
		if want := strings.Fields(decisions[run[0]].leaves); !slices.Equal(want, left) {
			t.Errorf("%v left %q, want %q", args, left, want)
		}
	}
	restored := filepath.Join(t.TempDir(), "nueva")
	output(t, restored, append(strings.Fields(config.CmdRestore), "--de="+vault)...)
	es, err := app.Trail(t.Context(), command(t, restored, config.CmdServe).Config)
	var left []string
	for _, e := range es {
		if strings.HasPrefix(string(e.Tipo), "respaldo.") {
			left = append(left, string(e.Tipo))
		}
	}
	if want := strings.Fields(decisions[config.CmdRestore].leaves); err != nil || !slices.Equal(want, slices.Sorted(slices.Values(left))) {
		t.Errorf("a restored trail has %q, want %q (%v)", left, want, err)
	}
	for name := range decisions {
		if !slices.Contains(commands, name) {
			t.Errorf("%q is no command", name)
		}
	}
}

// TestARefusedRevocationLeavesNothing, and one that the trail cannot be told of is not made.
func TestARefusedRevocationLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := cli.Run(t.Context(), command(t, dir, "revocacion", "retirar", "--jti=nada"), os.Stdout, os.Stderr); err == nil {
		t.Error("what is not there was taken back")
	}
	if es, err := app.Trail(t.Context(), command(t, dir, "serve").Config); err != nil || len(es) != 1 || es[0].Tipo != auditoria.LlaveCambiada {
		t.Errorf("%v %v", es, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "por-contar"), nil, 0o600); err != nil { // no folder
		t.Fatal(err)
	}
	if err := cli.Run(t.Context(), command(t, dir, "revocacion", "agregar", "--jti=uno"), os.Stdout, os.Stderr); err == nil || !strings.Contains(err.Error(), "nothing is changed") {
		t.Error(err)
	}
	if got := output(t, dir, "revocacion", "listar"); got != "" {
		t.Error("revoked without an event:", got)
	}
}

// TestANoteIsToldOnce, whatever dies between the event and the note's end, and while a server runs.
func TestANoteIsToldOnce(t *testing.T) {
	t.Parallel() // it mostly waits
	s := start(t, 0)
	auditor := output(t, s.dir, "token", "emitir", "--rol=auditor", "--sub=iris")
	output(t, s.dir, "revocacion", "agregar", "--jti=uno")
	of := func(told) bool { return true }
	first := s.await(auditor, auditoria.SinOperador, auditoria.RevocacionCambiada, of)
	note := filepath.Join(s.dir, "por-contar", first.Correlation+".json")
	again := `{"Tipo":"revocacion.cambiada","CorrelacionID":"` + first.Correlation + `","OperadorID":"_","Datos":{"cambio":"revocado"}}`
	if err := os.WriteFile(note, []byte(again), 0o600); err != nil {
		t.Fatal(err)
	}
	output(t, s.dir, "revocacion", "agregar", "--jti=dos")
	s.await(auditor, auditoria.SinOperador, auditoria.RevocacionCambiada, func(e told) bool { return e.Correlation != first.Correlation })
	if es := s.trail(auditor, auditoria.SinOperador, auditoria.RevocacionCambiada); len(es) != 2 {
		t.Errorf("%+v", es)
	}
	for range 2400 { // two minutes
		if left, _ := os.ReadDir(filepath.Dir(note)); len(left) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("notes are left")
}
