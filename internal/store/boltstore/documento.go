package boltstore

import (
	"context"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func claveDocumento(k documento.Clave) []byte { return clave(k.CarpetaID, k.DocumentoID) }

// codificarDocumento is the row, followed by what only the document has.
func codificarDocumento(d documento.Documento) []byte {
	b := ponFila(make([]byte, 0, 384), d.Fila)
	for _, s := range []string{d.Contexto, d.Hash, d.TipoContenido, d.NombreArchivo, d.StoragePath, d.TipoCarpeta, string(d.EstadoPrevio), d.EliminacionID} {
		b = ponTexto(b, s)
	}
	b = ponHora(b, d.FechaUltimaModificacion)
	return ponHora(b, d.ExpiraEn)
}

func decodificarDocumento(k documento.Clave, v []byte) (d documento.Documento, err error) {
	l := abrir(v)
	d.Fila = viewRow(&l, k)
	d.Titulo = strings.Clone(d.Titulo)
	for _, s := range []*string{&d.Contexto, &d.Hash, &d.TipoContenido, &d.NombreArchivo, &d.StoragePath, &d.TipoCarpeta, (*string)(&d.EstadoPrevio), &d.EliminacionID} {
		*s = l.texto()
	}
	d.FechaUltimaModificacion, d.ExpiraEn = l.hora(), l.hora()
	return d, l.err
}

// leerDocumento reports whether there is one that has not expired.
func leerDocumento(tx *bolt.Tx, k documento.Clave, ahora time.Time) (d documento.Documento, hay bool, err error) {
	v := tx.Bucket(cubetaDocumentos).Get(claveDocumento(k))
	if v == nil {
		return d, false, nil
	}
	d, err = decodificarDocumento(k, v)
	return d, err == nil && !d.Expirado(ahora), err
}

// ponDocumento writes the document and what makes it visible, or makes it expire.
func ponDocumento(tx *bolt.Tx, d documento.Documento) error {
	if err := tx.Bucket(cubetaDocumentos).Put(claveDocumento(d.Clave()), codificarDocumento(d)); err != nil {
		return err
	}
	if d.Estado == documento.Cargando {
		return ponCaducidad(tx, d)
	}
	fila := ponFila(make([]byte, 0, 160), d.Fila)
	for campo, cubeta := range cubetasOrden {
		if err := tx.Bucket(cubeta).Put(clave(d.CarpetaID, d.ClaveOrden(campo)), fila); err != nil {
			return err
		}
	}
	return nil
}

// quitarDocumento removes every trace of what is stored.
func quitarDocumento(tx *bolt.Tx, d documento.Documento) error {
	if err := tx.Bucket(cubetaDocumentos).Delete(claveDocumento(d.Clave())); err != nil {
		return err
	}
	if d.Estado == documento.Cargando {
		return quitarCaducidad(tx, d)
	}
	for campo, cubeta := range cubetasOrden {
		if err := tx.Bucket(cubeta).Delete(clave(d.CarpetaID, d.ClaveOrden(campo))); err != nil {
			return err
		}
	}
	return nil
}

// Documento implements documento.Store.
func (s *Store) Documento(ctx context.Context, k documento.Clave) (d documento.Documento, err error) {
	err = s.leer(ctx, "Documento", func(tx *bolt.Tx) (err error) {
		d, err = exigirDocumento(tx, k, s.reloj())
		return err
	})
	return d, err
}

func exigirDocumento(tx *bolt.Tx, k documento.Clave, ahora time.Time) (documento.Documento, error) {
	d, hay, err := leerDocumento(tx, k, ahora)
	if err == nil && !hay {
		return documento.Documento{}, noEncontrado("el documento")
	}
	return d, err
}

// Documentos implements documento.Store.
func (s *Store) Documentos(ctx context.Context, ks []documento.Clave) (ds []documento.Documento, err error) {
	ahora := s.reloj()
	err = s.leer(ctx, "Documentos", func(tx *bolt.Tx) (err error) {
		ds, err = leerVarias(ks, func(k documento.Clave) (documento.Documento, bool, error) { return leerDocumento(tx, k, ahora) })
		return err
	})
	return ds, err
}

// CrearCarga implements documento.Store.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento) error {
	d.Estado = documento.Cargando
	return s.escribir(ctx, "CrearCarga", func(tx *bolt.Tx) error {
		if tx.Bucket(cubetaDocumentos).Get(claveDocumento(d.Clave())) != nil {
			return conflicto("El documento ya existe.")
		}
		return ponDocumento(tx, d)
	})
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, d documento.Documento) (final documento.Documento, err error) {
	err = s.escribir(ctx, "ConfirmarCarga", func(tx *bolt.Tx) (err error) {
		final, err = s.confirmar(tx, d)
		return err
	})
	return final, err
}

func (s *Store) confirmar(tx *bolt.Tx, d documento.Documento) (documento.Documento, error) {
	hay, err := exigirDocumento(tx, d.Clave(), s.reloj())
	if err != nil {
		return hay, err
	}
	if hay.Estado != documento.Cargando {
		return hay, errNada
	}
	c, err := exigirCarpeta(tx, d.CarpetaID)
	if err != nil {
		return hay, err
	}
	if err := quitarDocumento(tx, hay); err != nil {
		return hay, err
	}
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	if err := ponDocumento(tx, d); err != nil {
		return hay, err
	}
	return d, contar(tx, c, 1)
}
