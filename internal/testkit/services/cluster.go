package services

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Cluster is a RabbitMQ of three nodes on this machine. Each node may be killed, stopped, started again, and cut
// off from the others. A node that sees fewer than two rests until it sees them again (pause_minority).
type Cluster struct {
	Nodes  []*Rabbit
	epmd   int
	cookie string
}

// clusterNodes is how many: the fewest that survive the loss of one.
const clusterNodes = 3

// OwnCluster starts three nodes that belong to this test, and end with it.
func OwnCluster(t testing.TB) *Cluster {
	t.Helper()
	c, err := newCluster(testConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("end the cluster: %v", err)
		}
	})
	if err := c.Start(context.Background()); err != nil {
		NotRun(t, err.Error())
	}
	return c
}

func newCluster(config Config) (*Cluster, error) {
	ports, err := freePorts(1)
	if err != nil {
		return nil, err
	}
	c := &Cluster{epmd: ports[0], cookie: newCookie()}
	for n := range clusterNodes {
		recipe := rabbitRecipe{member: &member{cluster: c, n: n}}
		c.Nodes = append(c.Nodes, &Rabbit{&Service{Name: "rabbitmq", config: config, recipe: recipe}})
	}
	return c, nil
}

// Start starts one node after the other, and has the others join the first.
func (c *Cluster) Start(ctx context.Context) error {
	for n, r := range c.Nodes {
		if err := r.Start(ctx); err != nil {
			return fmt.Errorf("node %d: %w", n, err)
		}
		if n == 0 {
			continue
		}
		if err := r.join(ctx, c.Nodes[0].member().node()); err != nil {
			return fmt.Errorf("node %d: %w", n, err)
		}
	}
	return c.Whole(ctx)
}

// join makes a new node one of another's cluster; it remembers that. RabbitMQ finds nodes by itself too (peer
// discovery): of its versions each does so in another way, and 4.0 waited for ever here.
func (r *Rabbit) join(ctx context.Context, node string) error {
	for _, args := range [][]string{{"stop_app"}, {"reset"}, {"join_cluster", node}, {"start_app"}} {
		if out, err := r.Ctl(ctx, args...); err != nil {
			return fmt.Errorf("%v: %w\n%s", args, err, out)
		}
	}
	return nil
}

// URLs are the addresses of the nodes.
func (c *Cluster) URLs() []string {
	var urls []string
	for _, r := range c.Nodes {
		urls = append(urls, r.URL())
	}
	return urls
}

// Leader is the node that leads a queue; all others follow.
func (c *Cluster) Leader(ctx context.Context, queue string) (int, error) {
	for n, r := range c.Nodes {
		if !r.Running() {
			continue
		}
		text, err := r.Ctl(ctx, "list_queues", "--quiet", "name", "leader")
		if err != nil {
			return n, err
		}
		for line := range strings.Lines(text) {
			if fields := strings.Fields(line); len(fields) == 2 && fields[0] == queue {
				return c.index(fields[1])
			}
		}
	}
	return 0, fmt.Errorf("queue %s has no leader", queue)
}

func (c *Cluster) index(node string) (int, error) {
	for n, r := range c.Nodes {
		if r.member().node() == node {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is no node of this cluster", node)
}

// Cut cuts a node off: it and the others do not take each other's connections any more. Clients reach all. All are lost
// at once, as when a cable is: of a node that loses one of them before the other, Erlang cuts off the third as well
// (prevent_overlapping_partitions).
func (c *Cluster) Cut(ctx context.Context, n int) error {
	return c.among(ctx, n, "Others = [%s], [true = erlang:set_cookie(O, cortado) || O <- Others], [erlang:disconnect_node(O) || O <- Others], ok.")
}

// Join undoes Cut.
func (c *Cluster) Join(ctx context.Context, n int) error {
	return c.among(ctx, n, "[true = erlang:set_cookie(O, erlang:get_cookie()) || O <- [%s]], ok.")
}

// among runs a line of Erlang on a node, with the names of the others in it.
func (c *Cluster) among(ctx context.Context, n int, line string) error {
	var others []string
	for other, r := range c.Nodes {
		if other != n {
			others = append(others, "'"+r.member().node()+"'")
		}
	}
	out, err := c.Nodes[n].Ctl(ctx, "eval", fmt.Sprintf(line, strings.Join(others, ", ")))
	if err != nil || strings.TrimSpace(out) != "ok" { // eval exits 0 whatever the call returned
		return fmt.Errorf("%s: %w", out, errors.Join(err, errNotRunning))
	}
	return nil
}

// Whole waits until every node serves, and any of them may be lost without harm to a queue.
func (c *Cluster) Whole(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for n, r := range c.Nodes {
		if err := r.awaitServing(ctx); err != nil {
			return fmt.Errorf("node %d: %w", n, err)
		}
	}
	for n, r := range c.Nodes {
		if _, err := ctl(ctx, "rabbitmq-upgrade", r.Dir(), r.member(), "await_online_quorum_plus_one", "--timeout", "120"); err != nil {
			return fmt.Errorf("node %d: %w", n, err)
		}
	}
	return nil
}

// Close ends the nodes for good.
func (c *Cluster) Close() error {
	var errs []error
	for n := range c.Nodes { // the first brought the name service: it is the last to go
		errs = append(errs, c.Nodes[len(c.Nodes)-1-n].Close())
	}
	return errors.Join(errs...)
}

// awaitServing waits until a node that runs takes clients.
func (r *Rabbit) awaitServing(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.server.alive() {
		return errNotRunning
	}
	return r.awaitReady(ctx)
}

func (r *Rabbit) member() *member { return r.recipe.(rabbitRecipe).member }
