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

// Rabbit is a RabbitMQ broker of one node, with no plugins.
//
// A quorum queue that is declared less than about 200 ms before Matar can come
// back without a leader: declare, wait a second, then kill.
type Rabbit struct{ *Servicio }

// NuevoRabbit describes a broker; Iniciar starts it.
func NuevoRabbit(op Opciones) *Rabbit {
	return &Rabbit{&Servicio{Nombre: "rabbitmq", op: op, receta: recetaRabbit{}}}
}

// URL is amqp://user:password@host:port/ of the default virtual host. It holds
// over restarts.
func (r *Rabbit) URL() string {
	return "amqp://guest:guest@" + local(r.puerto(puertoAMQP)) + "/"
}

// Casa is the broker's folder: what another process needs to know for Vhost.
func (r *Rabbit) Casa() string { return r.ruta() }

const (
	puertoAMQP = iota
	puertoNodos
	puertoEpmd
)

// nodo may be the same for every broker: names are unique per epmd, and each
// broker has an epmd of its own. It has to stay, the data folder is named by it.
const nodo = "carpeta@localhost"

const carpetaDatos = "datos"

type recetaRabbit struct{}

func (recetaRabbit) programa(ctx context.Context, op Opciones) (string, error) {
	dir, err := buscarRabbit()
	if err != nil && op.Instalar {
		if err = instalarRabbit(ctx, op); err == nil {
			dir, err = buscarRabbit()
		}
	}
	return filepath.Join(dir, "rabbitmq-server"), err
}

// configuracion keeps to keys that 3.10 and 4.x share and that need no plugin:
// a key of a plugin that is not enabled is fatal.
const configuracion = `listeners.tcp.1 = 127.0.0.1:%d
# 512 MB of write-ahead log are for servers.
raft.wal_max_size_bytes = 67108864
# A laptop whose disk or memory is nearly full must not block publishers.
disk_free_limit.absolute = 50MB
vm_memory_high_watermark.relative = 0.8
`

func (recetaRabbit) ordenes(programa string, l lugar) (orden, *orden, error) {
	epmd, err := buscarEpmd()
	if err != nil {
		return orden{}, nil, err
	}
	entorno, err := entornoRabbit(l)
	if err != nil {
		return orden{}, nil, err
	}
	conf := fmt.Sprintf(configuracion, l.puertos[puertoAMQP])
	if err := os.WriteFile(filepath.Join(l.ruta, "rabbitmq.conf"), []byte(conf), 0o600); err != nil {
		return orden{}, nil, err
	}
	acompanante := orden{
		programa: epmd, entorno: entorno, dir: l.ruta,
		registro: filepath.Join(l.ruta, "epmd.log"),
	}
	return orden{
		programa: programa, entorno: entorno, dir: l.ruta,
		registro: filepath.Join(l.ruta, "rabbitmq.log"),
	}, &acompanante, nil
}

// entornoRabbit cuts the broker off from the machine's own RabbitMQ: settings,
// cookie, data, logs, name service.
func entornoRabbit(l lugar) ([]string, error) {
	datos, err1 := l.sub(carpetaDatos)
	casa, err2 := l.sub("casa")
	registros, err3 := l.sub("registros")
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	return []string{
		"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "HOME=" + casa,
		"ERL_EPMD_ADDRESS=127.0.0.1",
		"ERL_EPMD_PORT=" + strconv.Itoa(l.puertos[puertoEpmd]),
		"RABBITMQ_DIST_PORT=" + strconv.Itoa(l.puertos[puertoNodos]),
		"RABBITMQ_NODENAME=" + nodo,
		"RABBITMQ_MNESIA_BASE=" + datos,
		"RABBITMQ_LOG_BASE=" + registros,
		"RABBITMQ_CONFIG_FILE=" + filepath.Join(l.ruta, "rabbitmq.conf"),
		"RABBITMQ_CONF_ENV_FILE=" + filepath.Join(l.ruta, "ninguno"),
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + filepath.Join(l.ruta, "plugins"),
		"RABBITMQ_PID_FILE=" + filepath.Join(l.ruta, "pid"),
		// The start script becomes the virtual machine, so that the pid we
		// know is the broker's.
		"detached=1",
		// No epmd that outlives the broker, and no door to other machines.
		"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=" + sinEsperaActiva + " -start_epmd false -kernel inet_dist_use_interface {127,0,0,1}",
	}, nil
}

// sinEsperaActiva keeps Erlang's schedulers from spinning while they have nothing
// to do: on cores shared with others that is a seventh of the broker's processor time.
const sinEsperaActiva = "+sbwt none +sbwtdcpu none +sbwtdio none"

// listo: an open port is not yet a broker. One that serves answers the AMQP
// header with Connection.Start, a method frame, whose first byte is 1; one that
// does not like the header answers "AMQP".
func (recetaRabbit) listo(ctx context.Context, l lugar) error {
	d := net.Dialer{Timeout: time.Second}
	c, err := d.DialContext(ctx, "tcp", local(l.puertos[puertoAMQP]))
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
