package storetest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// nuevoID is a UUID v7, as the server gives them out.
func nuevoID() string { return uuid.Must(uuid.NewV7()).String() }

func nuevaCarpeta() carpeta.Carpeta {
	return carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: "operador-" + uuid.NewString()[:8], Tipo: "PERSONAL"}
}

// nuevoDocumento is a visible document; the n-th differs from the others in every sort value.
func (b *banco) nuevoDocumento(c carpeta.Carpeta, n int) documento.Documento {
	id := nuevoID()
	h := sha256.Sum256([]byte(id))
	recibido := b.reloj.Ahora().Add(time.Duration(n) * time.Minute)
	return documento.Documento{
		Fila: documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: id, Titulo: fmt.Sprintf("Documento número %04d", n),
			Tipo: documento.Tipos[n%len(documento.Tipos)], Estado: documento.Procesado,
			TamanoBytes: int64(1000 + n), FechaRecepcion: recibido,
		},
		Contexto: "Educación superior", Hash: hex.EncodeToString(h[:]), TipoContenido: "application/pdf",
		NombreArchivo: fmt.Sprintf("documento %d.pdf", n), StoragePath: documento.NombreObjeto(documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id}),
		TipoCarpeta: c.Tipo, FechaUltimaModificacion: recibido.Add(time.Millisecond),
	}
}

// nuevaCarga is a document whose file is not confirmed yet.
func (b *banco) nuevaCarga(c carpeta.Carpeta, n int) documento.Documento {
	d := b.nuevoDocumento(c, n)
	d.Estado, d.ExpiraEn = documento.Cargando, b.reloj.Ahora().Add(time.Hour)
	return d
}

// nuevaSaga is what deleteDocumento writes: due at once, no undo window.
func (b *banco) nuevaSaga(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	ahora := b.reloj.Ahora()
	return eliminacion.Eliminacion{
		EventoID: nuevoID(), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		SolicitadaPor: c.CiudadanoID, StoragePath: d.StoragePath, TipoCarpeta: c.Tipo,
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: ahora,
		Historia:  []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: ahora}},
		NoAntesDe: ahora, Traza: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

// siguiente is a saga's next state, with its history.
func siguiente(e eliminacion.Eliminacion, estado eliminacion.EstadoSaga, paso eliminacion.Paso, en time.Time) eliminacion.Eliminacion {
	n := e
	n.Estado, n.Paso = estado, paso
	n.Secuencia++
	n.Historia = append(n.Historia[:len(n.Historia):len(n.Historia)], eliminacion.Cambio{Secuencia: n.Secuencia, Estado: estado, Paso: paso, En: en})
	n.NoAntesDe, n.Entregas = en, 0
	if estado.Terminal() {
		n.NoAntesDe, n.CompletadaEn, n.ExpiraEn = time.Time{}, en, en.Add(eliminacion.Retencion)
	}
	return n
}

// sembrar writes a new carpeta with n documents and waits until they are listed.
func (b *banco) sembrar(t testing.TB, n int) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := nuevaCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
	}
	return b.sembrarEn(t, c, ds), ds
}

func (b *banco) sembrarEn(t testing.TB, c carpeta.Carpeta, ds []documento.Documento) carpeta.Carpeta {
	t.Helper()
	c.TotalDocumentos, c.Version = int64(len(ds)), int64(len(ds))
	exigir(t, b.Sembrar(b.ctx, c, ds))
	eventualmente(t, b.ctx, func() error {
		fs, err := b.listarTodo(documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorDocumentoID, Limite: 101})
		if err == nil && len(fs) != len(ds) {
			err = fmt.Errorf("%d documents listed, want %d", len(fs), len(ds))
		}
		return err
	})
	return c
}

// listarTodo walks to the end.
func (b *banco) listarTodo(c documento.Consulta) ([]documento.Fila, error) {
	var todas []documento.Fila
	for {
		fs, err := b.Listar(b.ctx, c)
		if err != nil {
			return nil, err
		}
		todas = append(todas, fs...)
		if len(fs) < c.Limite {
			return todas, nil
		}
		c.Desde = fs[len(fs)-1].ClaveOrden(c.Campo)
	}
}

// insistir repeats an idempotent call while contention wins.
func (b *banco) insistir(llamada func() error) error {
	for {
		err := llamada()
		if err == nil || b.ctx.Err() != nil || !errors.Is(err, fault.Conflict) {
			return err
		}
	}
}

// subir creates and confirms a document, as two calls of the API do.
func (b *banco) subir(c carpeta.Carpeta, n int) (documento.Documento, error) {
	d := b.nuevaCarga(c, n)
	if err := b.CrearCarga(b.ctx, d); err != nil {
		return d, err
	}
	err := b.insistir(func() error {
		var err error
		d, err = b.ConfirmarCarga(b.ctx, d)
		return err
	})
	return d, err
}

// borrar is a whole deletion, recognising what is already its own.
func (b *banco) borrar(c carpeta.Carpeta, d documento.Documento) error {
	e := b.nuevaSaga(c, d)
	err := b.insistir(func() error {
		err := b.Iniciar(b.ctx, e)
		if _, leer := b.Eliminacion(b.ctx, e.EventoID); leer == nil {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	fin := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
	return b.insistir(func() error {
		err := b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.BorrarMetadato})
		if hay, leer := b.Eliminacion(b.ctx, e.EventoID); leer == nil && hay.Secuencia == fin.Secuencia {
			return nil
		}
		return err
	})
}

func (b *banco) exigirTotal(t testing.TB, c carpeta.Carpeta, total, version int64) {
	t.Helper()
	hay, err := b.Carpeta(b.ctx, c.CarpetaID)
	exigir(t, err)
	if hay.TotalDocumentos != total || hay.Version != version {
		t.Fatalf("carpeta has total %d and version %d, want %d and %d", hay.TotalDocumentos, hay.Version, total, version)
	}
}
