package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// metrics are the samples of /metrics by name with labels.
type metrics map[string]float64

func (s *server) metrics(ctx context.Context) (metrics, error) {
	text, err := readURL(ctx, s.admin+"/metrics")
	if err != nil {
		return nil, err
	}
	m := metrics{}
	for _, line := range strings.Split(text, "\n") {
		blank := strings.LastIndexByte(line, ' ')
		if n, err := strconv.ParseFloat(line[blank+1:], 64); blank > 0 && err == nil && line[0] != '#' {
			m[line[:blank]] = n
		}
	}
	return m, nil
}

// less is the growth since an earlier scrape.
func (m metrics) less(before metrics) metrics {
	d := metrics{}
	for k, v := range m {
		if v != before[k] {
			d[k] = v - before[k]
		}
	}
	return d
}

const (
	storeCalls = "carpeta_store_calls_total"
	storeUnits = "carpeta_store_consumed_capacity_units_total"
	completed  = `documento_deletion_sagas_completed_total{estado="COMPLETADA"}`
	swept      = "documento_deletion_swept_total"
)

// perOperacion are the values of a metric by its label operacion.
func (m metrics) perOperacion(metric string) map[string]float64 {
	ops := map[string]float64{}
	for k, v := range m {
		if rest, es := strings.CutPrefix(k, metric+`{operacion="`); es {
			ops[strings.TrimSuffix(rest, `"}`)] = v
		}
	}
	return ops
}

// all is the sum of a metric over its labels.
func (m metrics) all(metric string) (total float64) {
	for k, v := range m {
		if k == metric || strings.HasPrefix(k, metric+"{") {
			total += v
		}
	}
	return total
}

func sum(ops map[string]float64) (total float64) {
	for _, v := range ops {
		total += v
	}
	return total
}

// until asks for the metrics until they are as wanted.
func (s *server) until(ctx context.Context, timeout, pause time.Duration, how func(metrics) bool) (metrics, error) {
	ctx, release := context.WithTimeout(ctx, timeout)
	defer release()
	for {
		m, err := s.metrics(ctx)
		if err == nil && how(m) {
			return m, nil
		}
		select {
		case <-ctx.Done():
			return m, fmt.Errorf("not reached within %s: %w", timeout, ctx.Err())
		case <-time.After(pause):
		}
	}
}
