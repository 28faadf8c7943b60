package sim

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// anotar writes a line of the schedule: number, time, process, what.
func (m *mundo) anotar(p *proceso, formato string, args ...any) {
	if m.traza == nil {
		return
	}
	m.lineas++
	fmt.Fprintf(m.traza, "%5d %10.4fs %-5s %s\n", m.lineas, m.ahora.Seconds(), p.nombre(), fmt.Sprintf(formato, args...))
}

func guardado(m *mundo, g eliminacion.Guardado) string {
	return fmt.Sprintf("Guardar %s#%d %s/%s", m.corto(g.Nueva.EventoID), g.Nueva.Secuencia, g.Nueva.Estado, g.Nueva.Paso)
}

func secuenciaDe(msg broker.Message) string {
	a, err := eliminacion.ReadAviso(msg)
	if err != nil {
		return "?"
	}
	return fmt.Sprint(a.Secuencia)
}

func siOk(err error) any {
	if err == nil {
		return "ok"
	}
	return err
}
