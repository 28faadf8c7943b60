package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The configuration knows the acts that there are, and the demo needs a recent sign-in for one of them.
func TestActsOfTheConfiguration(t *testing.T) {
	var each []string
	for _, a := range act.All {
		each = append(each, string(a)+"=5m")
	}
	got := command(t, t.TempDir(), "serve", "--auth-max-age="+strings.Join(each, ","), "--auth-acr-values=aprobar=alto urn:x").Config.StepUp()
	if len(got) != len(act.All) {
		t.Errorf("%v are not %v", got, act.All)
	}
	if diff := cmp.Diff(fault.Challenge{ACRValues: []string{"alto", "urn:x"}, MaxAge: 5 * time.Minute}, got[act.Aprobar]); diff != "" {
		t.Error(diff)
	}
	if got := command(t, t.TempDir(), "serve").Config.StepUp(); len(got) != 0 {
		t.Errorf("nothing is set, and %v", got)
	}
	if diff := cmp.Diff(map[act.Act]fault.Challenge{act.Aprobar: {MaxAge: 5 * time.Minute}}, command(t, t.TempDir(), "serve", "--demo").Config.StepUp()); diff != "" {
		t.Error(diff)
	}
}
