package world

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// NewID is a new id, in the order of time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// Carpeta puts one of an operador into a store, with n documents that are complete.
// None has a file. change is called for each before it is stored, by its number.
func Carpeta(t testing.TB, store documento.Sembrador, operadorID string, n int, change func(i int, d *documento.Documento)) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := carpeta.Carpeta{CarpetaID: NewID(), CiudadanoID: NewID(), OperadorID: operadorID, Tipo: "PERSONAL", TotalDocumentos: int64(n)}
	ds := make([]documento.Documento, n)
	for i := range ds {
		f := documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: NewID(), Titulo: "Documento", Tipo: documento.Otro,
			Estado: documento.Procesado, FechaRecepcion: time.Now(),
		}
		ds[i] = documento.Documento{Fila: f, StoragePath: documento.NombreObjeto(f.Clave())}
		if change != nil {
			change(i, &ds[i])
		}
	}
	must(t, store.Sembrar(t.Context(), c, ds, Hecho()))
	return c, ds
}

// Owner is the citizen whose carpeta it is.
func Owner(c carpeta.Carpeta) auth.Principal {
	return auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
}

// Hash is the SHA-256 of a file's content, as documents hold it.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Hecho is an event for a write of a store that is not looked at for it: each is another.
func Hecho() auditoria.Evento {
	return auditoria.Escribano{}.Levantar(context.Background(), auditoria.Evento{Tipo: auditoria.CarpetaAbierta})
}
