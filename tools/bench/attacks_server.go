package main

import (
	"context"
	"errors"
	"time"
)

// attacked is a server with an honest client and attackers.
type attacked struct {
	bench     *bench
	server    *server
	good      *client
	dueno     string // the honest client's token
	carpetaID string
	bad       []line // carpetas of attackers to come
}

// newAttack starts a server with a carpeta for the honest client and one for
// every attacker.
func newAttack(ctx context.Context, b *bench, attackers int) (*attacked, error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return nil, err
	}
	lines, _, err := i.sembrar(ctx, 1+attackers, 100)
	if err != nil {
		return nil, err
	}
	s, err := i.boot(ctx)
	if err != nil {
		return nil, err
	}
	a := &attacked{bench: b, server: s, good: s.client(connections), carpetaID: lines[0].CarpetaID, bad: lines[1:]}
	if a.dueno, err = b.emisor.token(lines[0].CiudadanoID); err == nil {
		_, err = a.honest(ctx, look) // warm
	}
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return a, nil
}

// fresh is an attacker that the server has never seen.
func (a *attacked) fresh() (attacker, error) {
	l := a.bad[0]
	a.bad = a.bad[1:]
	token, err := a.bench.emisor.token(l.CiudadanoID)
	return attacker{token, l.CarpetaID}, err
}

func (a *attacked) close() {
	a.good.close()
	_ = a.server.stop() // the figures are taken
}

func (a *attacked) resident() float64 {
	mib, _ := resident(a.server.cmd.Process.Pid) // 0 if it is gone, which the requests tell
	return mib
}

func (a *attacked) cpu() time.Duration {
	d, _ := cpu(a.server.cmd.Process.Pid) // the same
	return d
}
