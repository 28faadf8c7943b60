package reconciliacion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

// The marks. A run by hand does not wait for the slow walk of the servers.
const (
	MarcaBackground = "reconciliacion"
	MarcaConsola    = "reconciliacion-consola"
)

// Avance is the content of a mark.
type Avance struct {
	Posicion  Posicion       `json:"posicion"`
	Resumen   Resumen        `json:"resumen"`
	Visibles  int64          `json:"visibles,omitempty"`
	Iniciado  time.Time      `json:"iniciado,omitzero"`   // of the walk under way; zero if there is none
	Ultimo    *Resultado     `json:"ultimo,omitempty"`    // the last walk that came to its end
	Reparadas map[Tipo]int64 `json:"reparadas,omitempty"` // by all runs so far
}

// Resultado is how a whole walk ended.
type Resultado struct {
	Terminado  time.Time      `json:"terminado"`
	Restantes  map[Tipo]int64 `json:"restantes"`
	Documentos int64          `json:"documentos"`
	Objetos    int64          `json:"objetos"`
}

func leerAvance(m marca.Marca) (a Avance, err error) {
	if len(m.Datos) > 0 {
		err = json.Unmarshal(m.Datos, &a)
	}
	a.Resumen.Visibles = a.Visibles
	return a, err
}

// posesion is a mark that is held: its token fences everybody else off, and this
// one too once somebody else has taken it.
type posesion struct {
	r     *Reconciliador
	m     marca.Marca
	a     Avance
	hasta time.Time // when it is to be written again
}

// tomar takes a mark for a process. CONFLICT while another process holds it.
func (r *Reconciliador) tomar(ctx context.Context, nombre, dueno string) (*posesion, error) {
	m, err := r.Marcas.LeerMarca(ctx, nombre)
	if err != nil {
		return nil, err
	}
	if m.DeOtro(dueno, r.Clock()) {
		return nil, fault.Wrap(fault.Conflict, fmt.Errorf("another process (%s) walks; if it has died, its hold ends at %s", m.Dueno, m.Hasta.Format(time.RFC3339)))
	}
	a, err := leerAvance(m)
	if err != nil {
		return nil, err
	}
	m.Dueno = dueno
	p := &posesion{r: r, m: m, a: a}
	return p, p.escribir(ctx)
}

// escribir stores how far the walk has come and renews the hold.
func (p *posesion) escribir(ctx context.Context) error {
	now := p.r.Clock()
	p.m.Hasta, p.hasta = now.Add(p.r.Plazos.Arriendo), now.Add(p.r.Plazos.Renovacion)
	return p.poner(ctx)
}

func (p *posesion) poner(ctx context.Context) (err error) {
	p.a.Visibles = p.a.Resumen.Visibles
	if p.m.Datos, err = json.Marshal(p.a); err != nil {
		return err
	}
	m, err := p.r.Marcas.EscribirMarca(ctx, p.m)
	if errors.Is(err, fault.Conflict) {
		m, err = p.mia(ctx, err)
	}
	if err == nil {
		p.m = m
	}
	return err
}

// mia recognises our own write, whose answer was lost.
func (p *posesion) mia(ctx context.Context, choque error) (marca.Marca, error) {
	m, err := p.r.Marcas.LeerMarca(ctx, p.m.Nombre)
	if err != nil {
		return m, err
	}
	if m.Token != p.m.Token+1 || m.Dueno != p.m.Dueno {
		return m, choque
	}
	return m, nil
}

// paso books how far the walk has come, now and then.
func (p *posesion) paso(ctx context.Context, pos Posicion, r Resumen) error {
	r.PorTipo = maps.Clone(r.PorTipo) // the walk goes on counting in its own
	p.a.Posicion, p.a.Resumen = pos, r
	return p.latido(ctx)
}

// latido renews the hold, however long one carpeta takes.
func (p *posesion) latido(ctx context.Context) error {
	if p.r.Clock().Before(p.hasta) {
		return nil
	}
	return p.escribir(ctx)
}

// plazoSoltar bounds the last write of a run that is being stopped.
const plazoSoltar = 3 * time.Second

// soltar gives the mark back, also when ctx has ended.
func (p *posesion) soltar(ctx context.Context) error {
	ctx, cancelar := context.WithTimeout(context.WithoutCancel(ctx), plazoSoltar)
	defer cancelar()
	p.m.Hasta = time.Time{}
	return p.poner(ctx)
}

// terminado books a whole walk.
func (p *posesion) terminado(r Resumen) {
	p.a.Ultimo = &Resultado{Terminado: p.r.Clock(), Restantes: r.Restantes(), Documentos: r.Documentos, Objetos: r.Objetos}
	p.a.Posicion, p.a.Resumen, p.a.Iniciado = Posicion{}, Resumen{}, time.Time{}
	if p.a.Reparadas == nil {
		p.a.Reparadas = map[Tipo]int64{}
	}
	for t, n := range r.Reparadas {
		p.a.Reparadas[t] += n
	}
}
