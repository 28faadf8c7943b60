package config_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const manual = "../../docs/ajustes.md"

var update = flag.Bool("update", false, "write docs/ajustes.md")

// TestTheManualHasTheSettings: docs/ajustes.md is made of the fields of the configuration and of ground/limits.
func TestTheManualHasTheSettings(t *testing.T) {
	want := settingsPage()
	if *update {
		if err := os.WriteFile(manual, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(manual); err != nil || string(text) != want {
		t.Errorf("%s is old (%v): go test ./internal/config -run TestTheManualHasTheSettings -update", manual, err)
	}
}

func settingsPage() string {
	var b strings.Builder
	b.WriteString("# Settings\n\n" +
		"This page is made from the code (`make generate`). A flag `--some-name` is also the variable `CARPETA_SOME_NAME`; the\n" +
		"flag wins. An empty variable counts as unset. The tables leave the prefix `CARPETA_` out. `carpeta config` prints the\n" +
		"settings in force with their sources. [The manual](operacion.md) says how they are used.\n")
	group := ""
	for _, s := range config.Settings() {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(&b, "\n## %s\n\n| variable | default | values | meaning |\n| --- | --- | --- | --- |\n", strings.TrimSuffix(group, ":"))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.TrimPrefix(s.Variable, "CARPETA_"), quoted(s.Default), s.Values, s.Help)
	}
	return b.String()
}

func quoted(text string) string {
	if text == "" {
		return "–"
	}
	return "`" + text + "`"
}
