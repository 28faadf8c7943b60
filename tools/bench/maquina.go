package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// maquina is what the figures were measured on. The load tells how far they can
// be trusted: with more than one busy process per core they are too bad.
type maquina struct {
	fecha                  time.Time
	cargaAntes, cargaAhora string
}

func nuevaMaquina() *maquina { return &maquina{fecha: time.Now().UTC(), cargaAntes: carga()} }

// final notes the load after the last measurement.
func (m *maquina) final() { m.cargaAhora = carga() }

func (m *maquina) lineas() []string {
	return []string{
		"Date: " + m.fecha.Format("2006-01-02 15:04 MST"),
		fmt.Sprintf("Machine: %d cores, %s, %s of memory; the services and the load run on the same machine",
			runtime.NumCPU(), campo("/proc/cpuinfo", "model name"), memoria()),
		fmt.Sprintf("Load average: %s before, %s after", m.cargaAntes, m.cargaAhora),
		"Go: " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
	}
}

func carga() string {
	texto, err := os.ReadFile("/proc/loadavg")
	if partes := strings.Fields(string(texto)); err == nil && len(partes) > 2 {
		return strings.Join(partes[:3], " ")
	}
	return "unknown"
}

func memoria() string {
	var kb int
	if _, err := fmt.Sscanf(campo("/proc/meminfo", "MemTotal"), "%d kB", &kb); err != nil {
		return "unknown size"
	}
	return fmt.Sprintf("%.1f GiB", float64(kb)/(1<<20))
}

// campo reads "name : value" from a file of /proc.
func campo(ruta, nombre string) string {
	texto, err := os.ReadFile(ruta)
	if err != nil {
		return "unknown"
	}
	for _, linea := range strings.Split(string(texto), "\n") {
		if clave, valor, hay := strings.Cut(linea, ":"); hay && strings.TrimSpace(clave) == nombre {
			return strings.TrimSpace(valor)
		}
	}
	return "unknown"
}
