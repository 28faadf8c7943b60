package sim

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// note writes a line of the schedule: number, time, process, what.
func (w *world) note(p *process, format string, args ...any) {
	if w.trace == nil {
		return
	}
	w.lines++
	fmt.Fprintf(w.trace, "%5d %10.4fs %-5s %s\n", w.lines, w.Now.Seconds(), p.name(), fmt.Sprintf(format, args...))
}

func secuenciaOf(msg broker.Message) string {
	a, err := eliminacion.ReadAviso(msg)
	if err != nil {
		return "?"
	}
	return fmt.Sprint(a.Secuencia)
}

func okOr(err error) any {
	if err == nil {
		return "ok"
	}
	return err
}
