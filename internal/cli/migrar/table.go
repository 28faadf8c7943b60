package migrar

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Line is one line of progress.
func (r Result) Line() string {
	values, all := 0, 0
	for _, c := range r.Counts {
		if c.Kind != Files {
			values, all = values+c.Written+c.Same+c.Ended, all+c.All
		}
	}
	docs, files := r.count(rules.Documentos.Name), r.count(Files)
	return fmt.Sprintf("%5.0f s: %d of %d; documents %d of %d, files %d (%d MB)",
		r.Took.Seconds(), values, all, docs.Written+docs.Same, docs.All, files.Written+files.Same, r.Bytes>>20)
}

func (r Result) count(kind string) Count {
	return r.Counts[slices.IndexFunc(r.Counts, func(c Count) bool { return c.Kind == kind })]
}

// Rate is how many documents were written and compared in a second.
func (r Result) Rate() float64 {
	return float64(r.count(rules.Documentos.Name).Written) / max(r.Took.Seconds(), 0.001)
}

// Table writes what became of each table.
func (r Result) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, err := fmt.Fprintln(w, "in the source\twritten\tthere before\tended\t  ")
	for _, c := range r.Counts {
		if err == nil {
			_, err = fmt.Fprintf(w, "%d\t%d\t%d\t%d\t  %s\n", c.All, c.Written, c.Same, c.Ended, c.Kind)
		}
	}
	if err != nil {
		return err
	}
	return w.Flush()
}
