package app

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// maxSubjects are those whose budgets are remembered.
const maxSubjects = 1 << 16

// The largest budgets, in seconds of what comes back.
const (
	refusalsBurst   = 20
	messagesBurst   = 20
	deliveriesBurst = 10
)

func requests(c config.Config) quota.Config {
	return quota.Config{
		PerSecond: float64(c.Rate.PerSecond), Burst: c.Rate.Burst, AtOnce: c.Rate.Concurrent, Subjects: maxSubjects,
	}
}

func deliveries(c config.Config) quota.Config {
	return quota.Config{PerSecond: float64(c.Rate.Deliveries), Burst: deliveriesBurst * c.Rate.Deliveries, Subjects: maxSubjects}
}

// perDay comes back evenly.
func perDay(n int) quota.Config {
	return quota.Config{PerSecond: float64(n) / (24 * time.Hour).Seconds(), Burst: n, Subjects: maxSubjects}
}

func rejections(c config.Config) quota.Config {
	return quota.Config{PerSecond: float64(c.Rate.Refusals), Burst: refusalsBurst * c.Rate.Refusals, Subjects: maxSubjects}
}

func messages(c config.Config) quota.Config {
	longest := 1 + int(c.Limit.Message>>10) // the price of the longest message: a smaller budget would never pay it
	return quota.Config{PerSecond: float64(c.Rate.Messages), Burst: max(messagesBurst*c.Rate.Messages, longest), Subjects: maxSubjects}
}
