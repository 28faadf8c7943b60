package boltstore

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// leerSaga reports whether there is one that has not expired.
func leerSaga(tx *bolt.Tx, id string, ahora time.Time) (e eliminacion.Eliminacion, hay bool, err error) {
	v := tx.Bucket(cubetaSagas).Get([]byte(id))
	if v == nil {
		return e, false, nil
	}
	e, err = decodificarSaga(v)
	return e, err == nil && !e.Expirada(ahora), err
}

func exigirSaga(tx *bolt.Tx, id string, ahora time.Time) (eliminacion.Eliminacion, error) {
	e, hay, err := leerSaga(tx, id, ahora)
	if err == nil && !hay {
		return eliminacion.Eliminacion{}, noEncontrado("la eliminación")
	}
	return e, err
}

// ponSaga writes a saga and its index entries; those of the state before must be
// gone (quitarIndices).
func ponSaga(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	v, err := codificarSaga(e)
	if err != nil {
		return err
	}
	if err := tx.Bucket(cubetaSagas).Put([]byte(e.EventoID), v); err != nil {
		return err
	}
	for _, i := range indices(e) {
		if err := tx.Bucket(i.cubeta).Put(i.clave, i.valor); err != nil {
			return err
		}
	}
	return nil
}

func quitarIndices(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	for _, i := range indices(e) {
		if err := tx.Bucket(i.cubeta).Delete(i.clave); err != nil {
			return err
		}
	}
	return nil
}

// cambiarSaga replaces a saga by its next form.
func cambiarSaga(tx *bolt.Tx, vieja, nueva eliminacion.Eliminacion) error {
	if err := quitarIndices(tx, vieja); err != nil {
		return err
	}
	return ponSaga(tx, nueva)
}

// entrada is an index entry of a saga.
type entrada struct{ cubeta, clave, valor []byte }

func indices(e eliminacion.Eliminacion) []entrada {
	is := []entrada{
		{cubetaDeCarpeta, clave(e.CarpetaID, e.ClaveCarpeta()), []byte(e.EventoID)},
		{cubetaDeOperador, claveDeOperador(e), nil},
	}
	if !e.NoAntesDe.IsZero() {
		is = append(is, entrada{cubetaVencidas, claveVencida(e), valorVencida(e)})
	}
	if !e.ExpiraEn.IsZero() {
		is = append(is, entrada{cubetaCaducanSag, claveCaducaSaga(e), nil})
	}
	return is
}

// Iniciar implements eliminacion.Store.
func (s *Store) Iniciar(ctx context.Context, e eliminacion.Eliminacion) error {
	return s.escribir(ctx, "Iniciar", func(tx *bolt.Tx) error {
		d, hay, err := leerDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.reloj())
		switch {
		case err != nil:
			return err
		case !hay || d.Estado != documento.Procesado || d.Certificado != (e.Paso == eliminacion.Aprobacion):
			return conflicto("El documento no se puede eliminar ahora.")
		case tx.Bucket(cubetaSagas).Get([]byte(e.EventoID)) != nil:
			return conflicto("La eliminación ya existe.")
		}
		d.EstadoPrevio, d.Estado, d.EliminacionID = d.Estado, documento.Eliminando, e.EventoID
		if err := ponDocumento(tx, d); err != nil {
			return err
		}
		return iniciarSaga(tx, e)
	})
}

// Eliminacion implements eliminacion.Store.
func (s *Store) Eliminacion(ctx context.Context, eventoID string) (e eliminacion.Eliminacion, err error) {
	err = s.leer(ctx, "Eliminacion", func(tx *bolt.Tx) (err error) {
		e, err = exigirSaga(tx, eventoID, s.reloj())
		return err
	})
	return e, err
}

// Eliminaciones implements eliminacion.Store.
func (s *Store) Eliminaciones(ctx context.Context, eventoIDs []string) (es []eliminacion.Eliminacion, err error) {
	ahora := s.reloj()
	err = s.leer(ctx, "Eliminaciones", func(tx *bolt.Tx) (err error) {
		es, err = leerVarias(eventoIDs, func(id string) (eliminacion.Eliminacion, bool, error) { return leerSaga(tx, id, ahora) })
		return err
	})
	return es, err
}

// Guardar implements eliminacion.Store.
func (s *Store) Guardar(ctx context.Context, g eliminacion.Guardado) error {
	return s.escribir(ctx, "Guardar", func(tx *bolt.Tx) error {
		vieja, err := exigirSaga(tx, g.Nueva.EventoID, s.reloj())
		if err != nil {
			return err
		}
		if vieja.Secuencia != g.Nueva.Secuencia-1 {
			return conflicto("La eliminación avanzó mientras tanto.")
		}
		if err := s.aplicar(tx, g); err != nil {
			return err
		}
		return cambiarSaga(tx, vieja, g.Nueva)
	})
}

// aplicar does a saga's effect on the document that it locks, if it still does.
func (s *Store) aplicar(tx *bolt.Tx, g eliminacion.Guardado) error {
	if g.Efecto == eliminacion.SinEfecto {
		return nil
	}
	k := documento.Clave{CarpetaID: g.Nueva.CarpetaID, DocumentoID: g.Nueva.DocumentoID}
	d, hay, err := leerDocumento(tx, k, s.reloj())
	if err != nil || !hay || d.EliminacionID != g.Nueva.EventoID {
		return err
	}
	if g.Efecto == eliminacion.Desbloquear {
		d.Estado, d.EstadoPrevio, d.EliminacionID = d.EstadoPrevio, "", ""
		return ponDocumento(tx, d)
	}
	c, hay, err := leerCarpeta(tx, k.CarpetaID)
	if err != nil {
		return err
	}
	if err := quitarDocumento(tx, d); err != nil || !hay {
		return err
	}
	return contar(tx, c, -1)
}

// iniciarSaga writes a new saga where the sweeper finds it.
func iniciarSaga(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	if err := tx.Bucket(cubetaOperadores).Put([]byte(e.OperadorID), nil); err != nil {
		return err
	}
	return ponSaga(tx, e)
}
