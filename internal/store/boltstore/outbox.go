package boltstore

import (
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func claveVencida(e eliminacion.Eliminacion) []byte {
	return append(conHora(prefijo(e.OperadorID), e.NoAntesDe), e.EventoID...)
}

// valorVencida spares the sweeper from reading the sagas themselves.
func valorVencida(e eliminacion.Eliminacion) []byte {
	b := binary.AppendVarint([]byte{version1}, e.Secuencia)
	return binary.AppendVarint(b, e.Arriendos)
}

// Operadores implements eliminacion.OutboxStore.
func (s *Store) Operadores(ctx context.Context) (ops []string, err error) {
	err = s.leer(ctx, "Operadores", func(tx *bolt.Tx) error {
		return tx.Bucket(cubetaOperadores).ForEach(func(k, _ []byte) error {
			ops = append(ops, string(k))
			return nil
		})
	})
	return ops, err
}

// Vencidas implements eliminacion.OutboxStore.
func (s *Store) Vencidas(ctx context.Context, operadorID string, ahora time.Time, limite int) (ps []eliminacion.Pendiente, err error) {
	if limite <= 0 {
		return nil, nil
	}
	err = s.leer(ctx, "Vencidas", func(tx *bolt.Tx) error {
		return recorrer(tx.Bucket(cubetaVencidas), prefijo(operadorID), "", false, func(k, v []byte) (bool, error) {
			p := eliminacion.Pendiente{EventoID: string(k[largoHora:]), OperadorID: operadorID, NoAntesDe: horaDe(k)}
			if p.NoAntesDe.After(ahora) {
				return false, nil
			}
			l := abrir(v)
			p.Secuencia, p.Arriendos = l.entero(), l.entero()
			ps = append(ps, p)
			return len(ps) < limite, l.err
		})
	})
	return ps, err
}

// Arrendar implements eliminacion.OutboxStore.
func (s *Store) Arrendar(ctx context.Context, p eliminacion.Pendiente, a eliminacion.Arriendo) (e eliminacion.Eliminacion, err error) {
	err = s.escribir(ctx, "Arrendar", func(tx *bolt.Tx) error {
		vieja, err := exigirSaga(tx, p.EventoID, s.reloj())
		if err != nil {
			return err
		}
		if vieja.Secuencia != p.Secuencia || vieja.Arriendos != p.Arriendos || vieja.NoAntesDe.IsZero() || !vieja.NoAntesDe.Equal(p.NoAntesDe) {
			return conflicto("Otro proceso tomó el evento.")
		}
		e = vieja
		e.NoAntesDe, e.ArrendadaPor, e.FalloEnvio = a.Hasta.UTC(), a.Por, ""
		e.Arriendos++
		e.Entregas++
		return cambiarSaga(tx, vieja, e)
	})
	return e, err
}

// Devolver implements eliminacion.OutboxStore. It also wants the lease to be still
// out, so that a repeated call counts once.
func (s *Store) Devolver(ctx context.Context, e eliminacion.Eliminacion, cuando time.Time, fallo eliminacion.FalloEnvio) error {
	return s.escribir(ctx, "Devolver", func(tx *bolt.Tx) error {
		vieja, hay, err := leerSaga(tx, e.EventoID, s.reloj())
		if err != nil {
			return err
		}
		if !hay || vieja.Secuencia != e.Secuencia || vieja.Arriendos != e.Arriendos || !vieja.NoAntesDe.Equal(e.NoAntesDe) {
			return errNada
		}
		nueva := vieja
		nueva.NoAntesDe, nueva.FalloEnvio = cuando.UTC(), fallo
		nueva.Entregas--
		return cambiarSaga(tx, vieja, nueva)
	})
}
