package reconciliacion

import "context"

// Encargo is the request of the command line.
type Encargo struct {
	Recorrido
	Reparar       bool
	MaxReparadas  int
	Forzar        bool
	SeguirUltima  bool   // go on where the last run by hand was interrupted
	Dueno         string // names this process
	Reparada      func(Reparacion) error
	HallazgoLinea func(Hallazgo) error
}

// Consola is a whole run by hand: walk, judge, and then repair. Repairs wait for
// the end of the walk, because only then it is known whether the result is
// plausible. It returns the summary also beside an error, and where a later run
// can go on.
func (r *Reconciliador) Consola(ctx context.Context, o Encargo) (Resumen, Posicion, error) {
	var reparables []Hallazgo
	o.Hallado = func(h Hallazgo) error {
		if h.Tipo.Inconsistencia() && len(reparables) <= o.MaxReparadas+maxSinReparar {
			reparables = append(reparables, h)
		}
		return o.HallazgoLinea(h)
	}
	resumen, pos, p, err := r.recorrerMarcado(ctx, &o)
	if p != nil {
		defer func() { _ = p.soltar(ctx) }() // the hold ends by itself as well
	}
	if err != nil {
		return resumen, pos, err
	}
	if err := o.sensato(resumen); err != nil {
		return resumen, pos, err
	}
	if o.Reparar {
		if err := r.repararTodo(ctx, o, reparables, &resumen); err != nil {
			return resumen, pos, err
		}
	}
	if p != nil {
		p.terminado(resumen)
	}
	return resumen, pos, nil
}

// maxSinReparar bounds the findings that are remembered beyond those that may be repaired.
const maxSinReparar = 1000

// sensato refuses a result that speaks of a wrong configuration.
func (o Encargo) sensato(r Resumen) error {
	switch {
	case o.Forzar:
		return nil
	case o.Reparar:
		return r.Plausible()
	case o.CarpetaID == "" && o.OperadorID == "":
		return r.SinCarpetas()
	}
	return nil
}

// recorrerMarcado walks; a walk of everything holds the mark of the command line.
func (r *Reconciliador) recorrerMarcado(ctx context.Context, o *Encargo) (Resumen, Posicion, *posesion, error) {
	if o.CarpetaID != "" || o.OperadorID != "" {
		resumen, err := r.Recorrer(ctx, o.Recorrido, Resumen{})
		return resumen, Posicion{}, nil, err
	}
	p, err := r.tomar(ctx, MarcaConsola, o.Dueno)
	if err != nil {
		return Resumen{}, Posicion{}, nil, err
	}
	previo := Resumen{}
	if o.SeguirUltima {
		o.Desde, previo = p.a.Posicion, p.a.Resumen
		previo.Reparadas = nil
	}
	p.a.Iniciado, p.a.Posicion, p.a.Resumen = r.Clock(), o.Desde, previo
	avisar := o.Paso
	o.Latido = p.latido
	o.Paso = func(ctx context.Context, pos Posicion, res Resumen) error {
		if avisar != nil {
			if err := avisar(ctx, pos, res); err != nil {
				return err
			}
		}
		return p.paso(ctx, pos, res)
	}
	resumen, err := r.Recorrer(ctx, o.Recorrido, previo)
	return resumen, p.a.Posicion, p, err
}

func (r *Reconciliador) repararTodo(ctx context.Context, o Encargo, hs []Hallazgo, resumen *Resumen) error {
	resumen.Reparadas = map[Tipo]int64{}
	hechas := 0
	for _, h := range hs {
		p := Reparacion{Tipo: h.Tipo, Accion: LimiteAgotado, CarpetaID: h.CarpetaID, DocumentoID: h.DocumentoID}
		if hechas < o.MaxReparadas {
			var err error
			if p, err = r.Reparar(ctx, h); err != nil {
				return err
			}
		}
		if p.Accion.Hecha() {
			hechas++
			resumen.Reparadas[h.Tipo]++
		}
		if err := o.Reparada(p); err != nil {
			return err
		}
	}
	return nil
}
