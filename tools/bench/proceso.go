package main

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// residente is the resident memory of a process in MiB.
func residente(pid int) (float64, error) {
	var kb int
	_, err := fmt.Sscanf(campo(fmt.Sprintf("/proc/%d/status", pid), "VmRSS"), "%d kB", &kb)
	return float64(kb) / 1024, err
}

// hz is the unit of /proc/PID/stat on every Linux that Go runs on.
const hz = 100

// cpu is the processor time that a process has used.
func cpu(pid int) (time.Duration, error) {
	texto, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, resto, _ := strings.Cut(string(texto), ") ") // the name may hold blanks
	partes := strings.Fields(resto)
	if len(partes) < 13 {
		return 0, errors.New("/proc/PID/stat is short")
	}
	usuario, err1 := strconv.Atoi(partes[11])
	sistema, err2 := strconv.Atoi(partes[12])
	return time.Duration(usuario+sistema) * time.Second / hz, errors.Join(err1, err2)
}

// vecinos are the processes that work on a deletion, by name; a service whose
// process is not on this machine is left out.
func (i *instalacion) vecinos(s *servidor) map[string]int {
	pids := map[string]int{"carpeta": s.cmd.Process.Pid, "bench": os.Getpid()}
	if i.perfil == embedded {
		return pids
	}
	for nombre, direccion := range map[string]string{
		"rabbitmq": os.Getenv("CARPETA_TEST_AMQP_URL"), "minio": os.Getenv("CARPETA_TEST_S3_ENDPOINT"), "dynamodb": i.dynamodb,
	} {
		if u, err := url.Parse(direccion); err == nil {
			if pid, hay := quienEscucha(u.Port()); hay {
				pids[nombre] = pid
			}
		}
	}
	return pids
}

// quienEscucha finds the process that listens on a TCP port.
func quienEscucha(puerto string) (int, bool) {
	n, err := strconv.Atoi(puerto)
	if err != nil {
		return 0, false
	}
	buscado := fmt.Sprintf(":%04X", n)
	for _, tabla := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		texto, err := os.ReadFile(tabla)
		if err != nil {
			continue
		}
		for _, linea := range strings.Split(string(texto), "\n") {
			partes := strings.Fields(linea)
			const escucha = "0A"
			if len(partes) > 9 && strings.HasSuffix(partes[1], buscado) && partes[3] == escucha {
				return dueno("socket:[" + partes[9] + "]")
			}
		}
	}
	return 0, false
}

func dueno(socket string) (int, bool) {
	enlaces, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is well formed
	for _, enlace := range enlaces {
		if destino, err := os.Readlink(enlace); err == nil && destino == socket {
			pid, err := strconv.Atoi(strings.Split(enlace, "/")[2])
			return pid, err == nil
		}
	}
	return 0, false
}

// gastoCPU is the processor time of several processes at one moment, and of
// everything else on the machine: what disturbed the measurement.
type gastoCPU struct {
	procesos map[string]time.Duration
	otros    time.Duration
}

func medirCPU(pids map[string]int) gastoCPU {
	g := gastoCPU{procesos: map[string]time.Duration{}, otros: cpuDeTodos()}
	for nombre, pid := range pids {
		if t, err := cpu(pid); err == nil {
			g.procesos[nombre] = t
			g.otros -= t
		}
	}
	return g
}

// cpuDeTodos is the time that the cores were busy, with what the host took.
func cpuDeTodos() time.Duration {
	texto, err := os.ReadFile("/proc/stat")
	partes := strings.Fields(string(texto))
	if err != nil || len(partes) < 9 {
		return 0
	}
	var total int
	for _, n := range []int{1, 2, 3, 6, 7, 8} { // user, nice, system, irq, softirq, steal
		t, _ := strconv.Atoi(partes[n]) // the kernel writes numbers
		total += t
	}
	return time.Duration(total) * time.Second / hz
}

// uso says what a span of work cost: milliseconds of processor for each of n
// things done, and the share of a core that everybody else took.
func (g gastoCPU) uso(antes gastoCPU, n int, d time.Duration) string {
	var partes []string
	var total time.Duration
	for _, nombre := range slices.Sorted(maps.Keys(g.procesos)) {
		gasto := g.procesos[nombre] - antes.procesos[nombre]
		total += gasto
		partes = append(partes, fmt.Sprintf("%s %.1f", nombre, milis(gasto)/float64(n)))
	}
	return fmt.Sprintf("CPU ms each: %s, in all %.1f; others took %.0f%% of a core",
		strings.Join(partes, ", "), milis(total)/float64(n), 100*float64(g.otros-antes.otros)/float64(d))
}

func milis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
