package services

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Rabbit is one node of RabbitMQ with no plugins: a broker by itself, or a part of a Cluster.
//
// A quorum queue that is declared less than about 200 ms before Kill can come
// back without a leader: declare, wait a second, then kill.
type Rabbit struct{ *Service }

// NewRabbit describes a broker; Start starts it.
func NewRabbit(config Config) *Rabbit {
	return &Rabbit{&Service{Name: "rabbitmq", config: config, recipe: rabbitRecipe{}}}
}

// URL is amqp://user:password@host:port/ of the default virtual host. It holds
// over restarts.
func (r *Rabbit) URL() string {
	return "amqp://guest:guest@" + local(r.port(amqpPort)) + "/"
}

// Dir is the broker's folder: what another process needs to know for Vhost.
func (r *Rabbit) Dir() string { return r.path() }

const (
	amqpPort = iota
	nodePort
	epmdPort
	tlsPort // where it speaks TLS, if it does
)

// alone may be the same for every broker of one node: names are unique per epmd, and each
// broker has an epmd of its own. It has to stay, the data folder is named by it.
const alone = "carpeta@localhost"

const dataDir = "datos"

type rabbitRecipe struct {
	member *member
	tls    *TLS
}

func (rabbitRecipe) program(ctx context.Context, config Config) (string, error) {
	place, err := findRabbit()
	if err != nil && config.Install && os.Getenv(envRabbitUsr) == "" {
		if err = installRabbit(ctx, config); err == nil {
			place, err = findRabbit()
		}
	}
	if err != nil {
		return "", err
	}
	return place.path(), nil
}

// settings keeps to keys that 3.10 and 4.x share and that need no plugin:
// a key of a plugin that is not enabled is fatal.
const settings = `listeners.tcp.1 = 127.0.0.1:%d
# 512 MB of write-ahead log are for servers.
raft.wal_max_size_bytes = 67108864
# A laptop whose disk or memory is nearly full must not block publishers.
disk_free_limit.absolute = 50MB
vm_memory_high_watermark.relative = 0.8
`

func (r rabbitRecipe) commands(_ string, l place) (command, *command, error) {
	installed, err := findRabbit()
	if err != nil {
		return command{}, nil, err
	}
	env, err := rabbitEnv(l, r.member)
	if err != nil {
		return command{}, nil, err
	}
	conf := fmt.Sprintf(settings, l.ports[amqpPort]) + r.member.settings() + r.tls.settings(l.ports[tlsPort])
	if err := os.WriteFile(filepath.Join(l.path, "rabbitmq.conf"), []byte(conf), 0o600); err != nil {
		return command{}, nil, err
	}
	companion := command{env: env, dir: l.path, log: filepath.Join(l.path, "epmd.log")}
	companion.program, companion.args = installed.line(installed.epmd)
	server := command{env: env, dir: l.path, log: filepath.Join(l.path, "rabbitmq.log")}
	server.program, server.args = installed.line(installed.server())
	if !r.member.bringsEpmd() {
		return server, nil, nil
	}
	return server, &companion, nil
}

// rabbitEnv cuts the broker off from the machine's own RabbitMQ: settings,
// cookie, data, logs, name service. The member is nil for a broker of one node.
func rabbitEnv(l place, m *member) ([]string, error) {
	data, err1 := l.sub(dataDir)
	dir, err2 := l.sub("casa")
	logs, err3 := l.sub("registros")
	if err := errors.Join(err1, err2, err3, m.keepCookie(dir)); err != nil {
		return nil, err
	}
	return []string{
		"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "HOME=" + dir,
		"ERL_EPMD_ADDRESS=127.0.0.1",
		"ERL_EPMD_PORT=" + strconv.Itoa(m.epmdPort(l)),
		"RABBITMQ_DIST_PORT=" + strconv.Itoa(l.ports[nodePort]),
		"RABBITMQ_NODENAME=" + m.node(),
		"RABBITMQ_MNESIA_BASE=" + data,
		"RABBITMQ_LOG_BASE=" + logs,
		"RABBITMQ_CONFIG_FILE=" + filepath.Join(l.path, "rabbitmq.conf"),
		"RABBITMQ_CONF_ENV_FILE=" + filepath.Join(l.path, "ninguno"),
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + filepath.Join(l.path, "plugins"),
		"RABBITMQ_PID_FILE=" + filepath.Join(l.path, "pid"),
		// The start script becomes the virtual machine, so that the pid we
		// know is the broker's.
		"detached=1",
		// No epmd that outlives the broker, and no door to other machines.
		"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=" + noBusyWait + " -start_epmd false -kernel inet_dist_use_interface {127,0,0,1}",
	}, nil
}

// noBusyWait keeps Erlang's schedulers from spinning while they have nothing
// to do: on cores shared with others that is a seventh of the broker's processor time.
const noBusyWait = "+sbwt none +sbwtdcpu none +sbwtdio none"

// ready: an open port is not yet a broker. One that serves answers the AMQP
// header with Connection.Start, a method frame, whose first byte is 1; one that
// does not like the header answers "AMQP".
func (r rabbitRecipe) ready(ctx context.Context, l place) error {
	d := net.Dialer{Timeout: time.Second}
	if r.tls != nil { // it comes last
		c, err := d.DialContext(ctx, "tcp", local(l.ports[tlsPort]))
		if err != nil {
			return err
		}
		_ = c.Close()
	}
	c, err := d.DialContext(ctx, "tcp", local(l.ports[amqpPort]))
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return err
	}
	if _, err := c.Write([]byte("AMQP\x00\x00\x09\x01")); err != nil {
		return err
	}
	var b [1]byte
	if _, err := io.ReadFull(c, b[:]); err != nil {
		return err
	}
	if b[0] != 1 {
		return fmt.Errorf("first byte %#x, want a method frame", b[0])
	}
	return nil
}
