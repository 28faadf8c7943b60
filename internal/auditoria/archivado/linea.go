package archivado

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// linea is an event as the archive has it, one to a line. Names stay: archives are read for years.
type linea struct {
	EventoID      string            `json:"eventoId"`
	Tipo          string            `json:"tipo"`
	Servicio      string            `json:"servicio,omitzero"`
	CorrelacionID string            `json:"correlacionId,omitzero"`
	Momento       time.Time         `json:"momento"`
	Resultado     string            `json:"resultado,omitzero"`
	Gravedad      string            `json:"gravedad,omitzero"`
	RecursoTipo   string            `json:"recursoTipo,omitzero"`
	RecursoID     string            `json:"recursoId,omitzero"`
	ActorTipo     string            `json:"actorTipo,omitzero"`
	ActorID       string            `json:"actorId,omitzero"`
	ActorOperador string            `json:"actorOperadorId,omitzero"`
	ActorEntidad  string            `json:"actorEntidadId,omitzero"`
	EnNombreDe    string            `json:"enNombreDe,omitzero"`
	Proposito     string            `json:"proposito,omitzero"`
	BaseLegal     string            `json:"baseLegal,omitzero"`
	OperadorID    string            `json:"operadorId"`
	CarpetaID     string            `json:"carpetaId,omitzero"`
	DocumentoID   string            `json:"documentoId,omitzero"`
	Datos         map[string]string `json:"datos,omitempty"`
	Sal           []byte            `json:"sal,omitempty"`
}

func lineaDe(e auditoria.Evento) linea {
	return linea{
		EventoID: e.EventoID, Tipo: string(e.Tipo), Servicio: string(e.Servicio), CorrelacionID: e.CorrelacionID,
		Momento: e.Momento.UTC(), Resultado: string(e.Resultado), Gravedad: string(e.Gravedad), RecursoTipo: e.Recurso.Tipo, RecursoID: e.Recurso.ID,
		ActorTipo: e.Actor.Tipo, ActorID: e.Actor.ID, ActorOperador: e.Actor.OperadorID, ActorEntidad: e.Actor.EntidadID,
		EnNombreDe: e.EnNombreDe, Proposito: e.Proposito, BaseLegal: e.BaseLegal, OperadorID: e.OperadorID, CarpetaID: e.CarpetaID,
		DocumentoID: e.DocumentoID, Datos: e.Datos, Sal: e.Sal,
	}
}

func (l linea) evento() auditoria.Evento {
	return auditoria.Evento{
		EventoID: l.EventoID, Tipo: auditoria.Tipo(l.Tipo), Servicio: auditoria.Servicio(l.Servicio), CorrelacionID: l.CorrelacionID,
		Momento: l.Momento, Resultado: auditoria.Resultado(l.Resultado), Gravedad: auditoria.Gravedad(l.Gravedad),
		Recurso:    auditoria.Recurso{Tipo: l.RecursoTipo, ID: l.RecursoID},
		Actor:      auditoria.Actor{Tipo: l.ActorTipo, ID: l.ActorID, OperadorID: l.ActorOperador, EntidadID: l.ActorEntidad},
		EnNombreDe: l.EnNombreDe, Proposito: l.Proposito, BaseLegal: l.BaseLegal, OperadorID: l.OperadorID, CarpetaID: l.CarpetaID,
		DocumentoID: l.DocumentoID, Datos: l.Datos, Sal: l.Sal,
	}
}

// maxParte bounds what a part takes when it is read, whatever is in it.
const maxParte = 256 << 20

// ventana is what a reader keeps to look back at. With the usual 8 MiB an export that is read slowly held 10 MB of the
// process, and its part is hardly smaller.
const ventana = 512 << 10

// comprimir writes events as a part. The same events are the same bytes.
func comprimir(es []auditoria.Evento) ([]byte, error) {
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(ventana))
	if err != nil {
		return nil, err
	}
	lines := json.NewEncoder(z)
	for _, e := range es {
		if err := lines.Encode(lineaDe(e)); err != nil {
			return nil, errors.Join(err, z.Close())
		}
	}
	err = z.Close()
	return out.Bytes(), err
}

// lectorDeParte reads the events of a part one after the other, and holds little of it: the compressed bytes,
// and a window of the rest.
type lectorDeParte struct {
	parte
	z      *zstd.Decoder
	lines  *json.Decoder
	pesa   int // bytes that it holds, about
	leidos int
	ultima string // the place of the last event that was read
}

// lectorDe refuses a part that is not what the list of its day says.
func lectorDe(p parte, datos []byte) (*lectorDeParte, error) {
	if suma(datos) != p.SHA256 {
		return nil, fmt.Errorf("archived part %s is not what it was", p.Nombre)
	}
	z, err := zstd.NewReader(bytes.NewReader(datos), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxParte))
	if err != nil {
		return nil, err
	}
	return &lectorDeParte{parte: p, z: z, lines: json.NewDecoder(io.LimitReader(z, maxParte)), pesa: pesoDe(datos)}, nil
}

// pesoDe is what a part takes while it is read: itself, what the decompressor looks back at, and buffers.
func pesoDe(datos []byte) int {
	const buffers = 768 << 10
	var h zstd.Header
	if h.Decode(datos) != nil {
		return len(datos) + buffers // it cannot be read
	}
	return len(datos) + int(min(max(h.WindowSize, h.FrameContentSize), maxParte)) + buffers
}

// siguiente is the next event; false after the last one.
func (l *lectorDeParte) siguiente() (auditoria.Evento, bool, error) {
	if l.leidos == l.Eventos {
		if l.lines.More() {
			return auditoria.Evento{}, false, fmt.Errorf("archived part %s has more events than its day says", l.Nombre)
		}
		return auditoria.Evento{}, false, nil
	}
	var x linea
	if err := l.lines.Decode(&x); err != nil {
		return auditoria.Evento{}, false, fmt.Errorf("archived part %s: %w", l.Nombre, err)
	}
	e := x.evento()
	l.leidos, l.ultima = l.leidos+1, e.ClaveOrden()
	return e, true, nil
}

func (l *lectorDeParte) cerrar() { l.z.Close() }

// leerParte tells the events of a part one by one until dar has enough.
func leerParte(p parte, datos []byte, dar func(auditoria.Evento) (sigue bool)) error {
	l, err := lectorDe(p, datos)
	if err != nil {
		return err
	}
	defer l.cerrar()
	return l.leer(dar)
}

// leer tells the events that are left, until dar has enough.
func (l *lectorDeParte) leer(dar func(auditoria.Evento) (sigue bool)) error {
	for {
		e, hay, err := l.siguiente()
		if err != nil || !hay || !dar(e) {
			return err
		}
	}
}

func suma(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
