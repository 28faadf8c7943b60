package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// newID is a UUID v7, as the server gives them out.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

func newCarpeta() carpeta.Carpeta {
	return carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: "operador-" + uuid.NewString()[:8], Tipo: "PERSONAL"}
}

// Tipos are the kinds of documents that programs make up.
var Tipos = []documento.Tipo{
	documento.Diploma, documento.ActaDeGrado, documento.CedulaCiudadania, documento.RegistroCivil, documento.HistoriaClinica, documento.Escritura,
	documento.Certificado, documento.Contrato, documento.Factura, documento.Otro,
}

// newDocumento is a visible document; the n-th differs from the others in every sort value.
func (b *world) newDocumento(c carpeta.Carpeta, n int) documento.Documento {
	id := newID()
	h := sha256.Sum256([]byte(id))
	received := b.clock.Now().Add(time.Duration(n) * time.Minute)
	return documento.Documento{
		Fila: documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: id, Titulo: fmt.Sprintf("Documento número %04d", n),
			Tipo: Tipos[n%len(Tipos)], Estado: documento.Procesado,
			TamanoBytes: int64(1000 + n), FechaRecepcion: received, Contexto: "Educación superior",
		},
		Hash: hex.EncodeToString(h[:]), TipoContenido: "application/pdf",
		NombreArchivo: fmt.Sprintf("documento %d.pdf", n), StoragePath: documento.NombreObjeto(documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id}),
		VersionArchivo: newID(), TipoCarpeta: c.Tipo, FechaUltimaModificacion: received.Add(time.Millisecond),
	}
}

// newCarga is a document whose file is not confirmed yet.
func (b *world) newCarga(c carpeta.Carpeta, n int) documento.Documento {
	d := b.newDocumento(c, n)
	d.Estado, d.ExpiraEn = documento.Cargando, b.clock.Now().Add(time.Hour)
	return d
}

// newSaga is what deleteDocumento writes: due at once, no undo window.
func (b *world) newSaga(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	now := b.clock.Now()
	return eliminacion.Eliminacion{
		EventoID: newID(), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		SolicitadaPor: c.CiudadanoID, StoragePath: d.StoragePath, VersionArchivo: d.VersionArchivo, TipoCarpeta: c.Tipo, TamanoBytes: d.TamanoBytes,
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now,
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: now}},
		Recuerdo: &eliminacion.Recuerdo{
			Titulo: d.Titulo, Tipo: d.Tipo, NombreArchivo: d.NombreArchivo, TamanoBytes: d.TamanoBytes, Hash: d.Hash, Certificado: d.Certificado,
			EmisorID: d.EmisorID, EmisorNombre: d.EmisorNombre, FechaRecepcion: documento.Milisegundos(d.FechaRecepcion),
		},
		NoAntesDe: now, Traza: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

// nextState is a saga's next state, with its history.
func nextState(e eliminacion.Eliminacion, status eliminacion.EstadoSaga, step eliminacion.Paso, at time.Time) eliminacion.Eliminacion {
	n := e
	n.Estado, n.Paso = status, step
	n.Secuencia++
	n.Historia = append(n.Historia[:len(n.Historia):len(n.Historia)], eliminacion.Cambio{Secuencia: n.Secuencia, Estado: status, Paso: step, En: at})
	n.NoAntesDe, n.Entregas = at, 0
	if status.Terminal() {
		n.NoAntesDe, n.CompletadaEn, n.ExpiraEn = time.Time{}, at, at.Add(eliminacion.Retencion)
	}
	return n
}

// seed writes a new carpeta with n documents and waits until they are listed.
func (b *world) seed(t testing.TB, n int) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := newCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
	}
	return b.seedIn(t, c, ds), ds
}

func (b *world) seedIn(t testing.TB, c carpeta.Carpeta, ds []documento.Documento) carpeta.Carpeta {
	t.Helper()
	c.TotalDocumentos, c.Version, c.Uso = int64(len(ds)), int64(len(ds)), documento.UsoDe(ds)
	require(t, b.Sembrar(b.ctx, c, ds, Hecho()))
	eventually(t, b.ctx, func() error {
		fs, err := b.listAll(documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 101})
		if err == nil && len(fs) != len(ds) {
			err = fmt.Errorf("%d documents listed, want %d", len(fs), len(ds))
		}
		return err
	})
	return c
}

// listAll walks to the end.
func (b *world) listAll(c documento.Consulta) ([]documento.Fila, error) {
	return pages(c.Limite, func(f documento.Fila) string { return f.ClaveOrden(c.Campo) }, func(after string) ([]documento.Fila, error) {
		c.Desde = after
		return b.Listar(b.ctx, c)
	})
}

// retryConflicts repeats an idempotent call while contention wins.
func (b *world) retryConflicts(call func() error) error {
	for {
		err := call()
		if err == nil || b.ctx.Err() != nil || !errors.Is(err, fault.Conflict) {
			return err
		}
	}
}

// uploadDocumento creates and confirms a document, as two calls of the API do.
func (b *world) uploadDocumento(c carpeta.Carpeta, n int) (documento.Documento, error) {
	d := b.newCarga(c, n)
	if err := b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()); err != nil {
		return d, err
	}
	err := b.retryConflicts(func() error {
		var err error
		d, err = b.ConfirmarCarga(b.ctx, d, d, Hecho())
		return err
	})
	return d, err
}

// deleteDocumento is a whole deletion, which recognises its own writes.
func (b *world) deleteDocumento(c carpeta.Carpeta, d documento.Documento) error {
	e := b.newSaga(c, d)
	err := b.retryConflicts(func() error {
		err := b.Iniciar(b.ctx, e, Hecho())
		if _, read := b.Eliminacion(b.ctx, e.EventoID); read == nil {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	return b.retryConflicts(func() error {
		err := b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho())
		if got, read := b.Eliminacion(b.ctx, e.EventoID); read == nil && got.Secuencia == end.Secuencia {
			return nil
		}
		return err
	})
}

func (b *world) requireTotal(t testing.TB, c carpeta.Carpeta, total, version int64) {
	t.Helper()
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	if got.TotalDocumentos != total || got.Version != version {
		t.Fatalf("carpeta has total %d and version %d, want %d and %d", got.TotalDocumentos, got.Version, total, version)
	}
	b.requireUso(t, c)
}

// Hecho is an event for a write that is not looked at for it: each is another, and as large as they are.
func Hecho() auditoria.Evento {
	id := newID()
	return auditoria.Escribano{}.Levantar(context.Background(), auditoria.Evento{
		Tipo: auditoria.EliminacionPaso, OperadorID: "hechos", CarpetaID: newID(), DocumentoID: newID(), CorrelacionID: id,
		Recurso: auditoria.Recurso{Tipo: "eliminacion", ID: id}, Actor: auditoria.Actor{Tipo: "operador", ID: newID(), OperadorID: "hechos"},
		Proposito: "Depuración de documentos duplicados", BaseLegal: "Ley 1581 de 2012, art. 15",
		Datos: map[string]string{"secuencia": "2", "estado": "INICIADA", "paso": "METADATA_CLEANUP", "suceso": "OBJETO_BORRADO"},
	})
}

// tell writes an event with a change of state.
func (b *world) tell(e auditoria.Evento) error { return b.Sembrar(b.ctx, newCarpeta(), nil, e) }

func hechoRef() *auditoria.Evento {
	h := Hecho()
	return &h
}
