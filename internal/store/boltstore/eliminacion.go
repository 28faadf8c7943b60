package boltstore

import (
	"context"
	"encoding/json"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// sagaV1 is how a saga is stored. It has the fields of eliminacion.Eliminacion,
// and stops compiling when they change.
type sagaV1 struct {
	EventoID         string                 `json:"eventoId"`
	CarpetaID        string                 `json:"carpetaId"`
	DocumentoID      string                 `json:"documentoId"`
	OperadorID       string                 `json:"operadorId"`
	SolicitadaPor    string                 `json:"solicitadaPor"`
	StoragePath      string                 `json:"storagePath"`
	TipoCarpeta      string                 `json:"tipoCarpeta,omitempty"`
	Estado           eliminacion.EstadoSaga `json:"estado"`
	Paso             eliminacion.Paso       `json:"paso"`
	Secuencia        int64                  `json:"secuencia"`
	Intento          int                    `json:"intento,omitempty"`
	Aprobacion       *eliminacion.Solicitud `json:"aprobacion,omitempty"`
	VentanaHasta     time.Time              `json:"ventanaHasta,omitzero"`
	ProximoReintento time.Time              `json:"proximoReintento,omitzero"`
	SolicitadaEn     time.Time              `json:"solicitadaEn"`
	CompletadaEn     time.Time              `json:"completadaEn,omitzero"`
	Errores          []eliminacion.Falla    `json:"errores,omitempty"`
	Historia         []eliminacion.Cambio   `json:"historia,omitempty"`
	NoAntesDe        time.Time              `json:"noAntesDe,omitzero"`
	Arriendos        int64                  `json:"arriendos,omitempty"`
	Entregas         int                    `json:"entregas,omitempty"`
	Traza            string                 `json:"traza,omitempty"`
	ArrendadaPor     string                 `json:"arrendadaPor,omitempty"`
	FalloEnvio       eliminacion.FalloEnvio `json:"falloEnvio,omitempty"`
	ExpiraEn         time.Time              `json:"expiraEn,omitzero"`
}

func codificarSaga(e eliminacion.Eliminacion) ([]byte, error) {
	j, err := json.Marshal(sagaV1(e))
	return append([]byte{version1}, j...), err
}

func decodificarSaga(v []byte) (eliminacion.Eliminacion, error) {
	l := abrir(v)
	if l.err != nil {
		return eliminacion.Eliminacion{}, l.err
	}
	var e sagaV1
	err := json.Unmarshal(l.b, &e)
	return eliminacion.Eliminacion(e), err
}

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

// DeCarpeta implements eliminacion.Store.
func (s *Store) DeCarpeta(ctx context.Context, c eliminacion.ConsultaCarpeta) (es []eliminacion.Eliminacion, err error) {
	ahora := s.reloj()
	err = s.leer(ctx, "DeCarpeta", func(tx *bolt.Tx) error {
		return recorrer(tx.Bucket(cubetaDeCarpeta), prefijo(c.CarpetaID), c.Desde, c.Descendente, func(_, v []byte) (bool, error) {
			e, hay, err := leerSaga(tx, string(v), ahora)
			if hay {
				es = append(es, e)
			}
			return len(es) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = clasificar(ctx.Err())
	}
	return es, err
}

func claveDeOperador(e eliminacion.Eliminacion) []byte {
	return clave(e.OperadorID, string(e.Estado), e.ClaveCarpeta())
}

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) (claves []string, err error) {
	desde, vacia := c.Inicio()
	if vacia || c.Limite < 1 {
		return nil, nil
	}
	err = s.leer(ctx, "ClavesDeOperador", func(tx *bolt.Tx) error {
		pre := clave(c.OperadorID, string(c.Estado), "")
		return recorrer(tx.Bucket(cubetaDeOperador), pre, desde, c.Descendente, func(k, _ []byte) (bool, error) {
			if !c.Descendente && c.Antes != "" && string(k) >= c.Antes {
				return false, nil
			}
			claves = append(claves, string(k))
			return len(claves) < c.Limite, nil
		})
	})
	return claves, err
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
