package importar

import (
	"fmt"
	"strings"
)

// barra is a progress bar by bytes, redrawn in place.
type barra struct {
	Progreso
	total, hecho int64
	dibujado     int // per mille drawn last
}

const anchoBarra = 30

func (b *barra) avanzar(n int64) {
	b.hecho += n
	if p := b.permil(); b.Terminal && (p != b.dibujado || b.hecho >= b.total) {
		b.dibujado = p
		b.dibujar()
	}
}

func (b *barra) permil() int {
	if b.total == 0 {
		return 1000
	}
	return int(b.hecho * 1000 / b.total)
}

func (b *barra) dibujar() {
	llenos := anchoBarra * b.permil() / 1000
	fmt.Fprintf(b, "\r[%s%s] %3d %%  %s de %s ", strings.Repeat("█", llenos), strings.Repeat("░", anchoBarra-llenos),
		b.permil()/10, tamano(b.hecho), tamano(b.total))
}

// linea writes something above the bar.
func (b *barra) linea(texto string) {
	if b.Terminal {
		fmt.Fprint(b, "\r\033[K")
	}
	fmt.Fprintln(b, texto)
}

func (b *barra) fin() {
	if b.Terminal {
		fmt.Fprintln(b)
	}
}

func tamano(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%d B", n)
	}
}
