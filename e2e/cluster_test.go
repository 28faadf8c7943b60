package e2e_test

import (
	"context"
	"flag"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

var cluster = flag.Bool("cluster", false, "lose nodes of a RabbitMQ of three under 1,000 deletions")

// clusterRound is how many deletions a node is lost under; three rounds are 1,000 and a few.
const clusterRound = 334

// TestANodeOfThreeIsLost: a RabbitMQ of three nodes loses the one that leads, in three ways, under deletions by the
// queues. None is lost, and those that were under way are done soon after. It prints how soon.
func TestANodeOfThreeIsLost(t *testing.T) {
	if !*cluster {
		t.Skip("three brokers were not asked for: make test-cluster")
	}
	nodes := services.OwnCluster(t)
	// The program's own time for a confirm: how long it waits for one is part of what is measured.
	house := serverkit.NewHouseOn(t, serverkit.Services{Nodes: nodes}).Plain().By(serverkit.ByQueues).With("CARPETA_CONFIRM_TIMEOUT=", "CARPETA_RATE_PER_SECOND=0")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "1300", "--archivos")[0]
	l := clusterLoad{t: t, carpetaID: mine.CarpetaID}
	for range 2 {
		l.clients = append(l.clients, house.Start(t).Client(t, mine.CiudadanoID, "ciudadano"))
	}
	before := allFilas(t, l.clients[0], mine.CarpetaID)
	l.free = deletable(before)
	for _, loss := range []struct {
		what       string
		harm, mend func(n int) error
	}{
		{"killed", func(n int) error { return nodes.Nodes[n].Kill() }, func(n int) error { return nodes.Nodes[n].Start(t.Context()) }},
		{"cut off from the others", func(n int) error { return nodes.Cut(t.Context(), n) }, func(n int) error { return nodes.Join(t.Context(), n) }},
		{"restarted", func(n int) error { return nodes.Nodes[n].Restart(t.Context()) }, func(int) error { return nil }},
	} {
		must(t, nodes.Whole(t.Context()))
		leader, err := nodes.Leader(t.Context(), broker.MetadataCleanupQueue)
		must(t, err)
		l.round(loss.what, func() error { return loss.harm(leader) })
		must(t, loss.mend(leader))
	}
	must(t, nodes.Whole(t.Context()))
	intact(t, house, l.clients[0], mine.CarpetaID, before, l.deleted)
}

// clusterLoad asks for deletions, a round at a time.
type clusterLoad struct {
	t         *testing.T
	carpetaID string
	clients   []serverkit.Client
	free      []string // documents that can be deleted; the first were
	deleted   []string
}

// round asks for its deletions, does harm once a third is accepted, and waits until all are completed.
func (l *clusterLoad) round(what string, harm func() error) {
	l.t.Helper()
	ids := l.free[len(l.deleted) : len(l.deleted)+clusterRound]
	third := make(chan struct{})
	var asking sync.WaitGroup
	n := 0
	asking.Go(func() {
		deleteMany(context.WithoutCancel(l.t.Context()), l.clients[0], ids, func(string, string) {
			if n++; n == clusterRound/3 {
				close(third)
			}
		})
	})
	<-third
	at := time.Now()
	must(l.t, harm())
	asking.Wait()
	if n != clusterRound {
		l.t.Fatalf("%d of %d deletions were accepted", n, clusterRound)
	}
	l.deleted = l.free[:len(l.deleted)+clusterRound]
	allCompleted(l.t, l.clients[0], l.carpetaID, len(l.deleted))
	l.tell(what, at)
}

// tell prints how long the deletions took that were under way when the node was lost.
func (l *clusterLoad) tell(what string, at time.Time) {
	l.t.Helper()
	underWay, longest := 0, time.Duration(0)
	for _, b := range l.times() {
		if b.SolicitadaEn.Before(at) && b.CompletadaEn != nil && b.CompletadaEn.After(at) {
			underWay++
			longest = max(longest, b.CompletadaEn.Sub(at))
		}
	}
	l.t.Logf("a node %s: %d deletions were under way, the last was done after %.1f s (figure: 20 s); 0 of %d lost", what, underWay, longest.Seconds(), len(l.deleted))
	if underWay == 0 {
		l.t.Errorf("a node %s: nothing was under way, so nothing was proven", what)
	}
}

// times are those of all deletions of the carpeta.
func (l *clusterLoad) times() (all []deletionTimes) {
	l.t.Helper()
	for v := (obj{"id": l.carpetaID}); ; {
		e := serverkit.Do[deletionPage](l.t, l.clients[0], `query($id: ID!, $after: String) { carpeta(id: $id) { eliminaciones(first: 100, after: $after) {
		  nodes { solicitadaEn completadaEn } pageInfo { hasNextPage endCursor } } } }`, v).Carpeta.Eliminaciones
		all = append(all, e.Nodes...)
		if !e.PageInfo.HasNextPage {
			return all
		}
		v["after"] = e.PageInfo.EndCursor
	}
}

type deletionTimes struct {
	SolicitadaEn time.Time
	CompletadaEn *time.Time
}

type deletionPage struct {
	Carpeta struct {
		Eliminaciones struct {
			Nodes    []deletionTimes
			PageInfo struct {
				HasNextPage bool
				EndCursor   string
			}
		}
	}
}
