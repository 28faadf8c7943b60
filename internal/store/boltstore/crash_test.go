package boltstore_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestMain is also the process that gets killed: it has a folder as argument then.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.NArg() == 1 {
		writeForever(flag.Arg(0))
	}
	os.Exit(services.Main(m))
}

// writeForever uploads documents and prints the id of each once it is promised.
func writeForever(dir string) {
	ctx := context.Background()
	s, err := boltstore.Open(boltstore.Config{Dir: dir})
	if err == nil {
		_, err = s.AbrirCarpeta(ctx, carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "u"}, storetest.Hecho())
	}
	for i := 0; err == nil; i++ {
		d := visibleDocumentos("carpeta", i+1)[i]
		d.ExpiraEn = time.Now().Add(time.Hour)
		if err = s.CrearCarga(ctx, d, carpeta.SinCuota, storetest.Hecho()); err == nil {
			_, err = s.ConfirmarCarga(ctx, d, d, storetest.Hecho())
		}
		fmt.Println(d.DocumentoID)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestKilledProcess kills a writer with -9: every confirmed write is there, whole.
func TestKilledProcess(t *testing.T) {
	dir := t.TempDir()
	promised := writeAndKill(t, dir, 40)
	s := openStore(t, dir)
	c, err := s.Carpeta(t.Context(), "carpeta")
	if err != nil {
		t.Fatal(err)
	}
	if n := int64(len(promised)); c.TotalDocumentos < n || c.TotalDocumentos > n+1 {
		t.Fatalf("total %d; %d documents were promised", c.TotalDocumentos, n)
	}
	for _, campo := range documento.CamposOrden {
		if n := countRows(t, s, campo); n != c.TotalDocumentos {
			t.Fatalf("%s lists %d rows, the total is %d", campo, n, c.TotalDocumentos)
		}
	}
	for _, id := range promised {
		if d, err := s.Documento(t.Context(), documento.Clave{CarpetaID: "carpeta", DocumentoID: id}); err != nil || d.Estado != documento.Procesado {
			t.Fatalf("%s was promised: %s, %v", id, d.Estado, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	requireIntact(t, filepath.Join(dir, boltstore.FileName))
}

func countRows(t *testing.T, s *boltstore.Store, campo documento.CampoOrden) (n int64) {
	t.Helper()
	q := documento.Consulta{CarpetaID: "carpeta", Campo: campo, Limite: 101}
	for {
		fs, err := s.Listar(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		n += int64(len(fs))
		if len(fs) < q.Limite {
			return n
		}
		q.Desde = fs[len(fs)-1].ClaveOrden(campo)
	}
}

func writeAndKill(t *testing.T, dir string, n int) (promised []string) {
	t.Helper()
	child := exec.Command(os.Args[0], dir)
	child.Stderr = os.Stderr
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Wait() }()
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		promised = append(promised, lines.Text())
		if len(promised) == n {
			_ = child.Process.Kill() // lines that are in the pipe already are promises too
		}
	}
	if len(promised) < n {
		t.Fatalf("the writer ended by itself after %d documents", len(promised))
	}
	return promised
}

// requireIntact lets bbolt check its own pages.
func requireIntact(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	err = db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
