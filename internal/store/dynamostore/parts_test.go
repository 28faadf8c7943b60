package dynamostore_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// parted are two processes on the same tables, with a clock of the test.
type parted struct {
	t          *testing.T
	mu         sync.Mutex
	now        time.Time
	one, other *dynamostore.Store
	carpeta    carpeta.Carpeta
	documentos []documento.Documento
	used       int
	prefix     string // of the tables
}

func (p *parted) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *parted) pass(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = p.now.Add(d)
}

func newParted(t *testing.T, documentos int) *parted {
	p := &parted{t: t, now: time.Now().UTC().Truncate(time.Millisecond)}
	same := func(c *dynamostore.Config) { c.Clock, c.Prefix = p.clock, "t"+world.NewID()+"_" }
	p.one = newStore(t, same, func(c *dynamostore.Config) { p.prefix = c.Prefix })
	p.other = withoutTables(t, same, func(c *dynamostore.Config) { c.Prefix = p.prefix })
	p.carpeta, p.documentos = world.Carpeta(t, p.one, "uno", documentos, func(int, *documento.Documento) {})
	return p
}

// begin starts n deletions by one of the processes, due now.
func (p *parted) begin(s *dynamostore.Store, n int) (es []eliminacion.Eliminacion) {
	p.t.Helper()
	for range n {
		d := p.documentos[p.used]
		p.used++
		now := p.clock()
		e := eliminacion.Eliminacion{
			EventoID: world.NewID(), CarpetaID: p.carpeta.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: "uno", StoragePath: d.StoragePath,
			Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now,
			Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: now}},
		}
		require(p.t, s.Iniciar(p.t.Context(), e, world.Hecho()))
		es = append(es, e)
	}
	return es
}

// requireDue wants both processes to find exactly these, and to read each as its own operador's.
func (p *parted) requireDue(what string, want []eliminacion.Eliminacion) {
	p.t.Helper()
	for _, s := range []*dynamostore.Store{p.one, p.other} {
		ps, err := s.Vencidas(p.t.Context(), "uno", p.clock().Add(time.Hour), 1000)
		require(p.t, err)
		keys, err := s.ClavesDeOperador(p.t.Context(), eliminacion.ConsultaOperador{OperadorID: "uno", Estado: eliminacion.Iniciada, Limite: 1000})
		require(p.t, err)
		var got, ids []string
		for i, q := range ps {
			got = append(got, q.EventoID)
			if i > 0 && q.NoAntesDe.Before(ps[i-1].NoAntesDe) || q.OperadorID != "uno" {
				p.t.Fatalf("%s: %+v in the place of a later one, or of another operador", what, q)
			}
		}
		for _, e := range want {
			ids = append(ids, e.EventoID)
		}
		slices.Sort(got)
		slices.Sort(ids)
		if !slices.Equal(got, ids) || len(keys) != len(ids) || !slices.IsSorted(keys) {
			p.t.Fatalf("%s: due are %d and listed %d, want %d", what, len(got), len(keys), len(ids))
		}
		es, err := s.Eliminaciones(p.t.Context(), ids[:min(len(ids), 100)])
		require(p.t, err)
		for _, e := range es {
			if e.OperadorID != "uno" {
				p.t.Fatalf("%s: a deletion of %q", what, e.OperadorID)
			}
		}
	}
}

// parts are how many items lie in each part of the index.
func (p *parted) parts() map[string]int {
	p.t.Helper()
	found := map[string]int{}
	for part := range eliminacion.MaxPartes {
		key := "uno"
		if part > 0 {
			key = fmt.Sprint("uno#", part)
		}
		out, err := p.one.Client().Query(p.t.Context(), &dynamodb.QueryInput{
			TableName: p.one.Table("DocumentoEventosOutbox"), IndexName: aws.String("pendientes"), KeyConditionExpression: aws.String("operadorId = :o"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":o": &types.AttributeValueMemberS{Value: key}},
		})
		require(p.t, err)
		if out.Count > 0 {
			found[key] = int(out.Count)
		}
	}
	return found
}

func (p *parted) divide(s *dynamostore.Store, parts int) eliminacion.Particion {
	p.t.Helper()
	d, err := s.Divide(p.t.Context(), "uno", parts, world.Hecho())
	require(p.t, err)
	return d
}

// TestPartsComeAndGo: 1 → 4 → 1 while deletions begin, are leased, given back and end. Both processes find everything at
// any time, whatever each knows.
func TestPartsComeAndGo(t *testing.T) {
	p := newParted(t, 120)
	live := p.begin(p.one, 10)
	p.requireDue("undivided", live)

	if d := p.divide(p.one, 4); !d.EnCambio() || d.Leidas() != 4 || d.Escritas(p.clock()) != 1 {
		t.Fatalf("the change begins with %+v", d)
	}
	live = append(live, p.begin(p.other, 10)...)
	if parts := p.parts(); parts["uno"] != 20 || len(parts) != 1 {
		t.Fatalf("parts are written before anybody has to know of them: %v", parts)
	}
	p.pass(eliminacion.EdadParticion) // every process has read it since
	p.requireDue("readers first", live)
	p.pass(eliminacion.EdadParticion)
	live = append(live, p.begin(p.one, 20)...)
	live = append(live, p.begin(p.other, 20)...)
	if parts := p.parts(); len(parts) != 4 {
		t.Fatalf("writers use %v, want four parts", parts)
	}
	p.requireDue("divided", live)
	p.pass(eliminacion.EdadParticion + 7*time.Minute)
	if d := p.divide(p.other, 4); d.EnCambio() {
		t.Fatalf("not settled: %+v", d)
	}

	if d := p.divide(p.other, 1); d.Leidas() != 4 || d.Escritas(p.clock()) != 4 {
		t.Fatalf("the change back begins with %+v", d)
	}
	live = append(live, p.begin(p.one, 10)...)
	p.requireDue("less", live)
	p.pass(2 * eliminacion.EdadParticion)
	live = append(live, p.begin(p.other, 10)...)
	p.requireDue("writers first", live)
	if d := p.divide(p.one, 1); !d.EnCambio() {
		t.Fatal("it is settled while somebody may still write by the number of before")
	}
	live = p.work(live)
	p.pass(eliminacion.EdadParticion + 7*time.Minute)
	if d := p.divide(p.one, 1); d.EnCambio() {
		t.Fatalf("not settled: %+v", d)
	}
	if parts := p.parts(); len(parts) != 1 || parts["uno"] != len(live) {
		t.Fatalf("%v after all is in one part again, want %d", parts, len(live))
	}
	p.pass(eliminacion.EdadParticion)
	p.requireDue("whole again", live)
}

// work leases three of them, gives one back, ends one, and leaves the third.
func (p *parted) work(live []eliminacion.Eliminacion) []eliminacion.Eliminacion {
	p.t.Helper()
	ctx := p.t.Context()
	for i := range 3 {
		e := live[i]
		leased, err := p.one.Arrendar(ctx, eliminacion.Pendiente{
			EventoID: e.EventoID, OperadorID: "uno", NoAntesDe: e.NoAntesDe, Secuencia: 1,
		}, eliminacion.Arriendo{Por: "p", Hasta: p.clock().Add(30 * time.Second)})
		require(p.t, err)
		switch i {
		case 0:
			require(p.t, p.one.Devolver(ctx, leased, p.clock(), eliminacion.SinConfirmar))
		case 1:
			end := leased
			end.Secuencia, end.Estado, end.Paso, end.NoAntesDe = 2, eliminacion.Completada, eliminacion.Completed, time.Time{}
			end.CompletadaEn, end.ExpiraEn = p.clock(), p.clock().Add(24*time.Hour)
			require(p.t, p.other.Guardar(ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, world.Hecho()))
		}
	}
	return append([]eliminacion.Eliminacion{live[0]}, live[2:]...)
}

// TestPartsAreRefused: what cannot be is refused, and says what to do.
func TestPartsAreRefused(t *testing.T) {
	p := newParted(t, 2)
	for _, c := range []struct {
		operador string
		parts    int
		code     fault.Code
		says     string
	}{
		{"uno", 0, fault.BadUserInput, "de 1 a 64"}, {"uno", 65, fault.BadUserInput, "de 1 a 64"}, {"uno", -1, fault.BadUserInput, "de 1 a 64"},
		{"nadie", 4, fault.NotFound, "revise el nombre"}, {"", 4, fault.NotFound, "revise el nombre"},
	} {
		_, err := p.one.Divide(t.Context(), c.operador, c.parts, world.Hecho())
		if fault.CodeOf(err) != c.code || !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%s into %d: %v, want %s and %q", c.operador, c.parts, err, c.code, c.says)
		}
	}
	if said := saidFormat(t, p.one); said != "1" {
		t.Errorf("nothing was divided, and the tables have format %s", said)
	}
	first := p.divide(p.one, 8)
	if said := saidFormat(t, p.one); said != "2" {
		t.Errorf("an earlier version would serve on divided indexes: format %s", said)
	}
	_, err := p.other.Divide(t.Context(), "uno", 2, world.Hecho())
	if fault.CodeOf(err) != fault.Conflict || !strings.Contains(err.Error(), "--partes 8") {
		t.Errorf("another change while one runs: %v", err)
	}
	if again := p.divide(p.other, 8); again != first {
		t.Errorf("the same change again is %+v, was %+v", again, first)
	}
	if all, err := p.one.Particiones(t.Context()); err != nil || len(all) != 1 || all["uno"] != first {
		t.Errorf("the divisions are %+v, %v", all, err)
	}
}

// TestManyDivideAtOnce: of those who divide one operador one begins, and the others hear what is under way and what to do;
// who divides another one is not held up by them.
func TestManyDivideAtOnce(t *testing.T) {
	p := newParted(t, 1)
	world.Carpeta(t, p.one, "dos", 1, func(int, *documento.Documento) {})
	const many = 8
	errs, start := make([]error, many+1), make(chan struct{})
	var all sync.WaitGroup
	for i, s := range slices.Repeat([]*dynamostore.Store{p.one, p.other}, many/2) {
		all.Go(func() {
			<-start
			_, errs[i] = s.Divide(t.Context(), "uno", 2+i, world.Hecho())
		})
	}
	all.Go(func() {
		<-start
		_, errs[many] = p.other.Divide(t.Context(), "dos", 4, world.Hecho())
	})
	close(start)
	all.Wait()
	require(t, errs[many])
	begun, err := p.one.Particiones(t.Context())
	require(t, err)
	if begun["dos"].Luego != 4 {
		t.Errorf("the other operador's division is %+v", begun["dos"])
	}
	for i, err := range errs[:many] {
		switch says := fmt.Sprintf("--partes %d", begun["uno"].Luego); {
		case 2+i == begun["uno"].Luego:
			require(t, err)
		case fault.CodeOf(err) != fault.Conflict || !strings.Contains(err.Error(), says):
			t.Errorf("%d parts: %v, want %q", 2+i, err, says)
		}
	}
}

// TestPartsAreTold: a process tells, for its metrics, by which divisions it reads and writes: whenever it learned them.
func TestPartsAreTold(t *testing.T) {
	p := newParted(t, 2)
	var mu sync.Mutex
	var told []map[string]eliminacion.Particion
	watched := withoutTables(t, func(c *dynamostore.Config) {
		c.Clock, c.Prefix = p.clock, p.prefix
		c.Divided = func(all map[string]eliminacion.Particion) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, all)
		}
	})
	look := func() {
		t.Helper()
		_, err := watched.Vencidas(t.Context(), "uno", p.clock(), 10)
		require(t, err)
	}
	look()
	begun := p.divide(p.one, 4)
	look() // by what it knows
	p.pass(eliminacion.EdadParticion)
	look()
	mu.Lock()
	defer mu.Unlock()
	if len(told) != 2 || len(told[0]) != 0 || told[1]["uno"] != begun {
		t.Errorf("it told %v, want nothing first and %+v then", told, begun)
	}
}
