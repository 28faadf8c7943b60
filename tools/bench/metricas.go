package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// metricas are the samples of /metrics by name with labels.
type metricas map[string]float64

func (s *servidor) metricas(ctx context.Context) (metricas, error) {
	texto, err := leerURL(ctx, s.admin+"/metrics")
	if err != nil {
		return nil, err
	}
	m := metricas{}
	for _, linea := range strings.Split(texto, "\n") {
		nombre, valor, hay := cortarUltimo(linea, " ")
		if n, err := strconv.ParseFloat(valor, 64); hay && err == nil && !strings.HasPrefix(linea, "#") {
			m[nombre] = n
		}
	}
	return m, nil
}

func cortarUltimo(s, sep string) (string, string, bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// menos is what was added since an earlier scrape.
func (m metricas) menos(antes metricas) metricas {
	d := metricas{}
	for k, v := range m {
		if v != antes[k] {
			d[k] = v - antes[k]
		}
	}
	return d
}

const (
	llamadasAlStore  = "carpeta_store_calls_total"
	unidadesDelStore = "carpeta_store_consumed_capacity_units_total"
	completadas      = `documento_deletion_sagas_completed_total{estado="COMPLETADA"}`
	lentos           = "carpeta_slow_subscribers_total"
	barridas         = "documento_deletion_swept_total"
	suscripciones    = "carpeta_subscriptions"
)

// porOperacion are the values of a metric by its label operacion.
func (m metricas) porOperacion(metrica string) map[string]float64 {
	ops := map[string]float64{}
	for k, v := range m {
		if resto, es := strings.CutPrefix(k, metrica+`{operacion="`); es {
			ops[strings.TrimSuffix(resto, `"}`)] = v
		}
	}
	return ops
}

// porCada writes "Carpeta 1, Listar 1": values divided by how often something was done.
func porCada(ops map[string]float64, n int) string {
	var partes []string
	for _, op := range slices.Sorted(maps.Keys(ops)) {
		partes = append(partes, fmt.Sprintf("%s %.3g", op, ops[op]/float64(n)))
	}
	if len(partes) == 0 {
		return "none"
	}
	return strings.Join(partes, ", ")
}

func suma(ops map[string]float64) (total float64) {
	for _, v := range ops {
		total += v
	}
	return total
}

// hasta asks for the metrics until they are as wanted.
func (s *servidor) hasta(ctx context.Context, plazo, pausa time.Duration, como func(metricas) bool) (metricas, error) {
	ctx, soltar := context.WithTimeout(ctx, plazo)
	defer soltar()
	for {
		m, err := s.metricas(ctx)
		if err == nil && como(m) {
			return m, nil
		}
		select {
		case <-ctx.Done():
			return m, fmt.Errorf("not reached within %s: %w", plazo, ctx.Err())
		case <-time.After(pausa):
		}
	}
}
