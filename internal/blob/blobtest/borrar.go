package blobtest

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func borrar(t *testing.T, b Backend) {
	contenido := Contenido(1000)
	obj := sembrar(t, b, contenido)
	enlace := enlaceDe(t, b, obj.Nombre)
	exigir(t, b.Objetos.Borrar(t.Context(), obj.Nombre))
	exigirNada(t, b, obj.Nombre)
	if r := bajar(t, enlace); r.estado != http.StatusNotFound {
		t.Errorf("download after Borrar: status %d, want 404", r.estado)
	}
	if err := b.Objetos.Borrar(t.Context(), obj.Nombre); err != nil {
		t.Errorf("Borrar again: %v", err)
	}
	if err := b.Objetos.Borrar(t.Context(), Nombre()); err != nil {
		t.Errorf("Borrar of what never was: %v", err)
	}
	exigir(t, b.Objetos.Guardar(t.Context(), obj, bytes.NewReader(contenido)))
	exigirGuardado(t, b, obj, contenido)
}

// borrarVersiones removes every version where the store has them; where it
// does not, it proves that a name holds one file and never a second.
func borrarVersiones(t *testing.T, b Backend) {
	contenido := Contenido(100)
	obj := sembrar(t, b, contenido)
	quiere := 1
	if b.Reescribir != nil {
		for range 4 {
			b.Reescribir(t, obj.Nombre, Contenido(50))
		}
		quiere = 5
	} else {
		otro := Contenido(50)
		exigirCodigo(t, "second version", b.Objetos.Guardar(t.Context(), ObjetoDe(obj.Nombre, otro), bytes.NewReader(otro)), fault.Conflict)
	}
	if n := len(b.Restos(t)); n != quiere {
		t.Fatalf("%d versions, want %d", n, quiere)
	}
	exigir(t, b.Objetos.Borrar(t.Context(), obj.Nombre))
	exigirNada(t, b, obj.Nombre)
}

func borrarDejaVecinos(t *testing.T, b Backend) {
	nombre := Nombre()
	ultimo := NombreEn(CarpetaDe(nombre)) // another document of the same carpeta
	contenido := Contenido(100)
	for _, n := range []string{nombre, ultimo} {
		exigir(t, b.Objetos.Guardar(t.Context(), ObjetoDe(n, contenido), bytes.NewReader(contenido)))
	}
	exigir(t, b.Objetos.Borrar(t.Context(), nombre))
	exigirExiste(t, b, nombre, false)
	exigirGuardado(t, b, ObjetoDe(ultimo, contenido), contenido)
}

func bootstrapRepetido(t *testing.T, b Backend) {
	contenido := Contenido(100)
	obj := sembrar(t, b, contenido)
	for range 2 {
		exigir(t, b.Objetos.Bootstrap(t.Context()))
	}
	exigir(t, b.Objetos.Ready(t.Context()))
	exigirGuardado(t, b, obj, contenido)
}

// sinAlmacen: a store that has vanished is UNAVAILABLE, never "the file does
// not exist": a deletion must not take it for success.
func sinAlmacen(t *testing.T, b Backend) {
	contenido := Contenido(100)
	obj := ObjetoDe(Nombre(), contenido)
	carga := preparar(t, b, obj)
	enlace := enlaceDe(t, b, obj.Nombre)
	b.Demoler(t)
	for que, err := range fallos(t.Context(), b, obj, contenido) {
		exigirCodigo(t, que, err, fault.Unavailable)
	}
	if r := subir(t, carga, contenido); r.estado < 400 {
		t.Errorf("upload: status %d", r.estado)
	}
	if r := bajar(t, enlace); r.estado < 400 {
		t.Errorf("download: status %d", r.estado)
	}
	exigir(t, b.Objetos.Bootstrap(t.Context()))
	if r := subir(t, carga, contenido); !r.bien() {
		t.Errorf("upload after Bootstrap: status %d: %s", r.estado, r.cuerpo)
	}
	exigirGuardado(t, b, obj, contenido)
}

func contextoCancelado(t *testing.T, b Backend) {
	contenido := Contenido(100)
	obj := ObjetoDe(Nombre(), contenido)
	ctx, cancelar := context.WithCancel(t.Context())
	cancelar()
	for que, err := range fallos(ctx, b, obj, contenido) {
		exigirCodigo(t, que, err, fault.Unavailable)
	}
	exigirNada(t, b, obj.Nombre)
}

// fallos calls every method that needs the store.
func fallos(ctx context.Context, b Backend, obj documento.Objeto, contenido []byte) map[string]error {
	errores := map[string]error{
		"Ready":   b.Objetos.Ready(ctx),
		"Guardar": b.Objetos.Guardar(ctx, obj, bytes.NewReader(contenido)),
		"Borrar":  b.Objetos.Borrar(ctx, obj.Nombre),
	}
	_, errores["Describir"] = b.Objetos.Describir(ctx, obj.Nombre)
	_, errores["Abrir"] = b.Objetos.Abrir(ctx, obj.Nombre)
	_, errores["Existe"] = b.Objetos.Existe(ctx, obj.Nombre)
	return errores
}
