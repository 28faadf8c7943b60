package main

import (
	"fmt"
	"slices"
	"time"
)

// sample is a set of measured times.
type sample []time.Duration

// percentil is the p-th percentile, 0–100, by nearest rank.
func (m sample) percentil(p float64) time.Duration {
	if len(m) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(m))
	return s[min(len(s)-1, int(float64(len(s))*p/100))]
}

func (m sample) median() time.Duration { return m.percentil(50) }

// trimmedMean is the mean without the slowest and the fastest tenth: what
// others do on the machine moves it less than a mean.
func (m sample) trimmedMean() time.Duration {
	s := slices.Sorted(slices.Values(m))
	s = s[len(s)/10 : len(s)-len(s)/10]
	if len(s) == 0 {
		return 0
	}
	var sum time.Duration
	for _, d := range s {
		sum += d
	}
	return sum / time.Duration(len(s))
}

func (m sample) String() string {
	return fmt.Sprintf("p50 %s, p95 %s, max %s (n=%d)", ms(m.median()), ms(m.percentil(95)), ms(m.percentil(100)), len(m))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }
