package main

import (
	"fmt"
	"slices"
	"time"
)

// muestra is a set of measured times.
type muestra []time.Duration

// percentil is the p-th percentile, 0–100, by nearest rank.
func (m muestra) percentil(p float64) time.Duration {
	if len(m) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(m))
	return s[min(len(s)-1, int(float64(len(s))*p/100))]
}

func (m muestra) mediana() time.Duration { return m.percentil(50) }

// mediaRecortada is the mean without the slowest and the fastest tenth: what
// others do on the machine moves it less than a mean.
func (m muestra) mediaRecortada() time.Duration {
	s := slices.Sorted(slices.Values(m))
	s = s[len(s)/10 : len(s)-len(s)/10]
	if len(s) == 0 {
		return 0
	}
	var suma time.Duration
	for _, d := range s {
		suma += d
	}
	return suma / time.Duration(len(s))
}

func (m muestra) String() string {
	return fmt.Sprintf("p50 %s, p95 %s, max %s (n=%d)", ms(m.mediana()), ms(m.percentil(95)), ms(m.percentil(100)), len(m))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }
