package services

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestBarrer_removesOnlyWhatNobodyHolds(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	viva, err := abrirCarpeta("", "viva")
	if err != nil {
		t.Fatal(err)
	}
	muerta, err := abrirCarpeta("", "muerta")
	if err != nil {
		t.Fatal(err)
	}
	if err := muerta.cerrojo.Close(); err != nil { // as the kernel does when the owner is killed
		t.Fatal(err)
	}
	ajena := filepath.Join(dir, prefijoTemporal+"ajena")
	if err := os.Mkdir(ajena, 0o700); err != nil {
		t.Fatal(err)
	}
	hay := func(ruta string) bool { _, err := os.Stat(ruta); return err == nil }

	barrer(dir, time.Now().Add(-edadMinima))
	if !hay(muerta.ruta) {
		t.Error("swept a folder that may be about to be locked")
	}
	barrer(dir, time.Now().Add(time.Second))
	if hay(muerta.ruta) || !hay(viva.ruta) || !hay(ajena) {
		t.Errorf("dead %v, live %v, foreign %v; want false, true, true", hay(muerta.ruta), hay(viva.ruta), hay(ajena))
	}
	if err := viva.borrar(); err != nil || hay(viva.ruta) {
		t.Errorf("own folder still there: %v", err)
	}
}

func TestPuertosLibres_areFreeDistinctAndNotEphemeral(t *testing.T) {
	vistos := map[int]bool{}
	for range 50 {
		puertos, err := puertosLibres(3)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range puertos {
			if vistos[p] || p < primerPuerto || p >= ultimoPuerto || !libre(p) {
				t.Fatalf("port %d: given before (%v), out of range, or taken", p, vistos[p])
			}
			vistos[p] = true
		}
	}
	puertos, err := puertosLibres(1)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", local(puertos[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if todosLibres(puertos) {
		t.Error("a port that is listened on counts as free")
	}
}

// A start that fails says why, and gives other ports a chance; one that lost its
// port to somebody else is that case.
func TestIniciar_failureShowsTheLogAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := &Servicio{Nombre: "falso", receta: recetaFalsa{}}
	err := s.Iniciar(t.Context())
	if err == nil {
		t.Fatal("a program that ends at once counts as started")
	}
	if got := err.Error(); !contiene(got, "falso did not start", errMurio.Error(), "sin memoria") {
		t.Errorf("error %q", got)
	}
	if quedan, _ := filepath.Glob(filepath.Join(dir, "*")); len(quedan) > 0 {
		t.Errorf("left %v", quedan)
	}
}
