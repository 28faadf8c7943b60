package shed_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

type level int

func (l level) Tight() bool { return l >= 1 }
func (l level) Full() bool  { return l >= 2 }

type count map[string]int

func (c count) Shed(what string) { c[what]++ }

func TestTheStepsProtectWhatIsCheap(t *testing.T) {
	cheap := map[shed.Kind]bool{shed.Request: true, shed.Operation: true, shed.File: true}
	for step := range level(3) {
		counted := count{}
		g := shed.New(step, counted)
		for _, what := range shed.Kinds {
			want := step == 2 || step == 1 && !cheap[what]
			err := g.Refuse(what)
			if (err != nil) != want {
				t.Errorf("step %d, %s: %v", step, what, err)
			}
			if err != nil && (err.Code != fault.Unavailable || counted[string(what)] != 1) {
				t.Errorf("step %d, %s: %s, counted %d", step, what, err.Code, counted[string(what)])
			}
		}
	}
	var none *shed.Gate
	if err := none.Refuse(shed.Request); err != nil {
		t.Error("no gate:", err)
	}
}
