package config_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestShortHelp has the commands first and the settings that people use; all of them where that is asked for.
func TestShortHelp(t *testing.T) {
	count := func(args ...string) (settings int, output string) {
		c, output, err := parse(t, nil, args...)
		if err != nil || c.Name != config.CmdHelp {
			t.Fatal(c.Name, err)
		}
		for line := range strings.Lines(output) {
			if strings.HasPrefix(line, "  --") {
				settings++
			}
		}
		return settings, output
	}
	short, output := count("--help")
	if short != 20 || strings.Index(output, "\nCommands:") > strings.Index(output, "\nServer:") || !strings.Contains(output, "--help --all") {
		t.Errorf("%d settings:\n%s", short, output)
	}
	if all, output := count("--help", "--all"); all < 100 || !strings.Contains(output, "--limit-connections") {
		t.Errorf("--all: %d settings", all)
	}
	if _, _, err := parse(t, nil, "datos", "sembrar", "--all"); err == nil || !strings.Contains(err.Error(), "unknown flag --all") {
		t.Error(err)
	}
}

// TestConfigIsInGroups: each group once, with its settings.
func TestConfigIsInGroups(t *testing.T) {
	_, output, err := parse(t, nil, "config")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(output, "# Server:"); n != 1 || !strings.HasPrefix(output, "# Server:\nCARPETA_PROFILE=") {
		t.Errorf("%d groups of the server:\n%s", n, output)
	}
}
