package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestCommands(t *testing.T) {
	dir, id := t.TempDir(), "0190a000-0000-7000-8000-000000000001"
	asOperador := config.Token{Sub: "a", Rol: "operador", TTL: -time.Hour, Operador: "op1"}
	for args, want := range map[string]config.Command{
		"carpeta abrir --ciudadano 1020 --operador op-andes":           {Name: config.CmdOpen, Open: config.Open{Ciudadano: "1020", Operador: "op-andes"}},
		"datos sembrar --carpetas 3 --documentos 70 --archivos":        {Name: config.CmdSeed, Seed: config.Seed{Carpetas: 3, Documentos: 70, Files: true}},
		"documento importar --dir " + dir + " --carpeta " + id:         {Name: config.CmdImport, Import: config.Import{Dir: dir, Carpeta: id}},
		"token emitir --sub a --rol operador --operador op1 --ttl=-1h": {Name: config.CmdToken, Token: asOperador},
		"token emitir --sub a --rol auditor":                           {Name: config.CmdToken, Token: config.Token{Sub: "a", Rol: "auditor", TTL: time.Hour}},
		"auditoria verificar --checkpoint c --evento e --prueba p":     {Name: config.CmdVerificar, Auditoria: config.Auditoria{Verificar: config.Verificar{Checkpoint: "c", Evento: "e", Prueba: "p"}}},
		"auditoria verificar --constancia r":                           {Name: config.CmdVerificar, Auditoria: config.Auditoria{Verificar: config.Verificar{Constancia: "r"}}},
		config.CmdBootstrap:                                            {Name: config.CmdBootstrap},
		config.CmdVersion:                                              {Name: config.CmdVersion},
		config.CmdConfig:                                               {Name: config.CmdConfig},
	} {
		c := good(t, nil, strings.Fields(args)...)
		got := config.Command{Name: c.Name}
		switch c.Name { // the members of other commands hold their defaults
		case config.CmdOpen:
			got.Open = c.Open
		case config.CmdSeed:
			got.Seed = c.Seed
		case config.CmdImport:
			got.Import = c.Import
		case config.CmdVerificar:
			got.Auditoria.Verificar = c.Auditoria.Verificar
		case config.CmdToken:
			got.Token = c.Token
		}
		if diff := cmp.Diff(want, got, unexported); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
}

// unexported: what Config keeps for itself is not compared.
var unexported = cmpopts.IgnoreUnexported(config.Config{}, config.Command{})

func TestCommandsOfOperadores(t *testing.T) {
	const evento = "0190a000-0000-7000-8000-000000000001"
	own := config.Access{URL: "http://127.0.0.1:8080", Operador: "op1", Output: "table"}
	same := func(got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	c := good(t, nil, "eliminacion", "listar", "--operador=op1", "--estado=FALLIDA,INICIADA", "--mas-antigua-que=7d", "-o", "json")
	inJSON := own
	inJSON.Output = "json"
	same(c.Name, config.CmdSagasList)
	same(c.Sagas.List, config.SagasList{Access: inJSON, Estado: []string{"FALLIDA", "INICIADA"}, MasAntiguaQue: "7d", Limite: 100})
	same(c.Access(), &inJSON)

	c = good(t, nil, "auditoria", "exportar", "--operador=op1", "--desde=7d", "--tipo=documento.visto")
	same(c.Name, config.CmdAuditoriaExport)
	same(c.Auditoria.Export, config.AuditoriaExport{Access: own, RastroS3: config.RastroS3{Desde: "7d", Tipo: "documento.visto"}})
	same(good(t, nil, "auditoria", "listar", "--operador=op1").Auditoria.List, config.AuditoriaList{Access: own, Orden: "desc", Limite: 100})
	c = good(t, nil, "auditoria", "seguir", "--operador=op1")
	same(c.Access(), &own)

	c = good(t, []string{"CARPETA_PUBLIC_URL=https://c.example.org"}, "eliminacion", "explicar", evento, "--operador=op1")
	same(c.Name, config.CmdSagasWhy)
	same(c.Access().URL, "https://c.example.org")

	c = good(t, distributed, "eliminacion", "reintentar", evento, "--token=x", "--url=http://h:1")
	same(c.Name, config.CmdSagasRetry)
	same(c.Access().Token, "x")

	c = good(t, nil, "dlq", "listar", "--operador=op1")
	same(c.Name, config.CmdDLQList)
	same(c.DLQ.List, config.DLQList{Access: own, Limite: 100})

	c = good(t, nil, "dlq", "reenviar", "minio.cleanup.dlq", "--operador=op1", "--simular", "--copia=a,b")
	same(c.Name, config.CmdDLQRedrive)
	same(c.DLQ.Redrive, config.DLQRedrive{Access: own, Cola: "minio.cleanup.dlq", IDs: []string{"a", "b"}, Maximo: 1000, PorSegundo: 20, DryRun: true})
}

func TestBadArgumentsOfOperadores(t *testing.T) {
	for args, says := range map[string]string{
		"eliminacion listar": "--operador",
		"eliminacion":        "expected one of",
		"eliminacion listar --operador=o --mas-antigua-que=1w": "--mas-antigua-que",
		"eliminacion listar --operador=o --limite=0":           "--limite",
		"eliminacion listar --operador=o -o yaml":              "--salida",
		"eliminacion listar --operador=o --url=ftp://h":        "--url",
		"eliminacion explicar --operador=o":                    "evento-id",
		"eliminacion explicar --operador=o nada":               "not an eventoId",
		"dlq listar --operador=o --mas-antiguo-que=0s":         "--mas-antiguo-que",
		"dlq reenviar --operador=o":                            "queue",
		"dlq reenviar q --operador=o --maximo=1001":            "--maximo",
		"dlq reenviar q --operador=o --por-segundo=0":          "--por-segundo",
	} {
		if _, _, err := parse(t, nil, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", args, err, says)
		}
	}
	if _, _, err := parse(t, distributed, "eliminacion", "listar", "--operador=o"); err == nil || !strings.Contains(err.Error(), "login.example.org") {
		t.Errorf("no token in the distributed profile: %v", err)
	}
}

func TestHelp(t *testing.T) {
	for _, help := range []struct {
		args     string
		says     string
		settings bool // a page and a half: only where they are what is asked about
	}{
		{"--help", "Commands:", true}, {"serve --help", "--demo", true}, {"datos sembrar --help", "--carpetas", false}, {"eliminacion --help", "eliminacion explicar", false},
	} {
		c, output, err := parse(t, nil, strings.Fields(help.args)...)
		if err != nil || c.Name != config.CmdHelp || !strings.Contains(output, help.says) || strings.Contains(output, "--amqp-url") != help.settings {
			t.Errorf("%s: %v %v\n%s", help.args, c.Name, err, output)
		}
	}
}
