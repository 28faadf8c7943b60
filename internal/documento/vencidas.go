package documento

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Times and sizes of the sweep of uploads.
const (
	// MargenVencida passes between the end of an upload and its sweep: no clock of
	// another process is so late, and no write that was accepted before is.
	MargenVencida = time.Minute
	porBarrida    = 100
	// maxQuedan end a sweep: so many failures are an outage.
	maxQuedan = 10 * porBarrida
)

// BarrerVencidas forgets the uploads that nobody confirmed in time: file, row, and
// their part of the usage. It tells how many, and what failed: one file that cannot be removed
// holds up nobody else's. Any number of processes may do it at once.
func (s *Servicio) BarrerVencidas(ctx context.Context) (int, error) {
	b := barrida{quedan: map[Clave]bool{}}
	ctx = auditoria.Como(ctx, auditoria.Barrendero)
	for {
		limite := porBarrida + len(b.quedan)
		ds, err := s.Store.CargasVencidas(ctx, s.Clock().Add(-MargenVencida), limite)
		if err != nil {
			return b.hechas, errors.Join(b.falla, err)
		}
		s.barrer(ctx, &b, ds)
		if len(ds) < limite || len(b.quedan) > maxQuedan || ctx.Err() != nil {
			return b.hechas, b.falla
		}
	}
}

// barrida is a sweep under way.
type barrida struct {
	hechas int
	quedan map[Clave]bool // that failed, or are still wanted
	falla  error          // of one of them
}

// barrer forgets each of them that was not tried before.
func (s *Servicio) barrer(ctx context.Context, b *barrida, ds []Documento) {
	for _, d := range ds {
		if b.quedan[d.Clave()] || ctx.Err() != nil {
			continue
		}
		switch err := s.Olvidar(ctx, d); {
		case err == nil:
			b.hechas++
			continue
		case !errors.Is(err, fault.Conflict): // a conflict is somebody who still wants it, or an index that lags
			b.falla = err
		}
		b.quedan[d.Clave()] = true
	}
}

// Olvidar removes one expired upload. The row goes after the file: as long as it is
// there, the sweep comes back. The second look at the file is for an upload that came to
// its end in between.
func (s *Servicio) Olvidar(ctx context.Context, d Documento) error {
	if d.Estado != Cargando || !d.Expirado(s.Clock().Add(-MargenVencida)) {
		return fault.Plain(fault.Conflict)
	}
	switch _, err := s.Store.Documento(ctx, d.Clave()); { // the list may lag: it may be confirmed
	case err == nil:
		return fault.Plain(fault.Conflict)
	case !errors.Is(err, fault.NotFound):
		return err
	}
	if err := s.borrarCarga(ctx, d); err != nil {
		return err
	}
	h, err := s.fin(ctx, d)
	if err != nil {
		return err
	}
	if err := s.Store.OlvidarCarga(ctx, d, h); err != nil {
		return err
	}
	return s.borrarCarga(ctx, d)
}

// Vencer writes down that the end of an upload of a carpeta of that operador has passed: from now on it is so on every
// clock, and none confirms it. What is left of it is the sweep's. CONFLICT if it changed since d was read.
func (s *Servicio) Vencer(ctx context.Context, d Documento, operadorID string) error {
	ctx = auditoria.Como(ctx, auditoria.Barrendero)
	_, err := s.Store.CambiarCarga(ctx, d, d.AlCancelar(), s.levantar(ctx, d.Hecho(auditoria.CargaVencida, operadorID)))
	return err
}

// borrarCarga removes what arrived. The list of expired uploads does not tell which were in parts.
func (s *Servicio) borrarCarga(ctx context.Context, d Documento) error {
	if err := s.Objetos.BorrarPartes(ctx, d.StoragePath); err != nil {
		return err
	}
	_, err := s.Objetos.Borrar(ctx, d.StoragePath)
	return err
}

// BarrerRestos removes what lies beside the files of documents that wait for none, once no
// signed link of theirs is good any more. It tells how many.
func (s *Servicio) BarrerRestos(ctx context.Context) (n int, err error) {
	n, err = s.Objetos.BorrarPartesViejas(ctx, s.Clock().Add(-MaxVigenciaCarga-VigenciaSinConfirmar))
	if err != nil {
		return n, err
	}
	var fallas error // one of them
	for desde := ""; ; {
		p, err := s.Objetos.Restos(ctx, desde, porBarrida)
		if err != nil {
			return n, errors.Join(fallas, err)
		}
		k, falla := s.barrerRestos(ctx, p.Restos)
		if falla != nil {
			fallas = falla
		}
		if n += k; p.Siguiente == "" || ctx.Err() != nil {
			return n, fallas
		}
		desde = p.Siguiente
	}
}

// enlacesMuertos reports whether no link that was signed before a moment is good any more.
func (s *Servicio) enlacesMuertos(antes time.Time) bool {
	return s.Clock().Sub(antes) >= s.Limites.CargaVence+MargenVencida
}

func (s *Servicio) barrerRestos(ctx context.Context, restos []Resto) (n int, err error) {
	var viejos []Clave
	for _, r := range restos {
		if s.enlacesMuertos(r.Modificado) {
			viejos = append(viejos, r.Clave)
		}
	}
	if len(viejos) == 0 {
		return 0, nil
	}
	ds, err := s.Store.Documentos(ctx, viejos)
	if err != nil {
		return 0, err
	}
	espera := map[Clave]bool{}
	for _, d := range ds {
		// A link may be younger than what was sent: until the last one signed before the confirmation is dead, what
		// nobody closed keeps its place, so that the file does not come again.
		espera[d.Clave()] = d.Estado == Cargando || !s.enlacesMuertos(d.FechaRecepcion)
	}
	for _, k := range viejos {
		if espera[k] {
			continue
		}
		if falla := s.Objetos.BorrarResto(ctx, NombreObjeto(k)); falla != nil {
			err = falla // the others go
			continue
		}
		n++
	}
	return n, err
}
