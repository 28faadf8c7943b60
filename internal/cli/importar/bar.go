package importar

import (
	"fmt"
	"strings"
)

// bar is a progress bar by bytes, redrawn in place.
type bar struct {
	Progreso
	total, done int64
	drawn       int // per mille drawn last
}

const barWidth = 30

func (b *bar) advance(n int64) {
	b.done += n
	if p := b.permil(); b.Terminal && (p != b.drawn || b.done >= b.total) {
		b.drawn = p
		b.draw()
	}
}

func (b *bar) permil() int {
	if b.total == 0 {
		return 1000
	}
	return int(b.done * 1000 / b.total)
}

func (b *bar) draw() {
	filled := barWidth * b.permil() / 1000
	fmt.Fprintf(b, "\r[%s%s] %3d %%  %s de %s ", strings.Repeat("█", filled), strings.Repeat("░", barWidth-filled),
		b.permil()/10, size(b.done), size(b.total))
}

// line writes something above the bar.
func (b *bar) line(text string) {
	if b.Terminal {
		fmt.Fprint(b, "\r\033[K")
	}
	fmt.Fprintln(b, text)
}

func (b *bar) end() {
	if b.Terminal {
		fmt.Fprintln(b)
	}
}

func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%d B", n)
	}
}
