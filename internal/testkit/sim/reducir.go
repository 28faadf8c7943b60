package sim

import "slices"

// Reducida is a failing run with as few faults as could be found.
type Reducida struct {
	Resultado
	Opciones   Opciones // that reproduce it
	Necesarias []Falla  // kinds of faults that happen in it
}

// Reducir leaves out, one kind after the other, the faults without which a
// failing seed still fails, and then as many of the last ones as possible. A fault
// that is left out changes nothing before it, so the schedule keeps its beginning.
func Reducir(o Opciones) Reducida {
	o.Traza = false
	r := Correr(o)
	falla := func(o Opciones) bool {
		q := Correr(o)
		menos := q.Violacion != "" && ocurridas(q) <= ocurridas(r)
		if menos {
			r = q
		}
		return menos
	}
	for _, f := range Fallas {
		if r.Ocurrido[f] == 0 {
			continue
		}
		if menos := o; falla(sinFalla(&menos, f)) {
			o = menos
		}
	}
	o.Hasta = r.Fallas
	for paso := max(1, o.Hasta/2); paso > 0; {
		menos := o
		if menos.Hasta -= paso; menos.Hasta > 0 && falla(menos) {
			o = menos
			continue
		}
		paso /= 2
	}
	o.Traza = true
	red := Reducida{Resultado: Correr(o), Opciones: o}
	for _, f := range Fallas {
		if red.Ocurrido[f] > 0 {
			red.Necesarias = append(red.Necesarias, f)
		}
	}
	return red
}

func ocurridas(r Resultado) (n int) {
	for _, v := range r.Ocurrido {
		n += v
	}
	return n
}

func sinFalla(o *Opciones, f Falla) Opciones {
	o.Sin = append(slices.Clone(o.Sin), f)
	return *o
}
