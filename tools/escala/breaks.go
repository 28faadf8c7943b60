package main

import (
	"cmp"
	"math"
	"slices"
)

// limited is something that does not grow by itself: what the peak takes of it, and what to do before it is full.
type limited struct {
	name, unit string
	now, most  float64
	then       string
}

// factor is how many times today's peak fit.
func (l limited) factor() float64 { return l.most / l.now }

// limits are those of the largest operador, of one citizen, and of the whole, the nearest first.
func (in *input) limits() []limited {
	peak := in.mean().times(in.the("peak"))
	largest := in.the("largestOperador")
	cpuOfMessage := peak.brokerCPU / peak.messages
	all := []limited{
		{
			"pending index of the largest operador, one partition", "write units/s", peak.pending * largest, in.the("partitionWrite"),
			"several keys for that operador, in a new format version: see [below](#a-hot-partition)",
		},
		{
			"lists of the largest operador's deletions, as if one partition had every state", "write units/s", peak.lists * largest, in.the("partitionWrite"),
			"DynamoDB splits a partition that is hot by the order of its keys; then lists by state and month",
		},
		{
			"trail of the largest operador, its partitions of a day", "write units/s", in.trailWrites(peak) * largest, in.the("trailShards") * in.the("partitionWrite"),
			"more shards of a day in a new format version: ids of events say where they are, so old days stay as they are",
		},
		{
			"seals of the largest operador, one process at a time", "events/s", peak.events * largest, in.seals.perSecond,
			"larger seals (SELLO_CADA); then divide that operador's log by time",
		},
		{
			"all messages, if one core of RabbitMQ had them", "messages/s", peak.messages, 1 / cpuOfMessage,
			"more nodes: queues are divided among them, and most messages are news, which go to queues of each process",
		},
		{
			"writes of all tables, against the quota of one", "write units/s", peak.write, in.the("tableWrite"),
			"ask AWS for a higher quota, and warm tables up before a known peak",
		},
		{
			"one citizen's partition, all changes in one carpeta", "changes/s", 1, in.the("partitionWrite") / in.mostOfAChange(),
			"nothing: LIMIT and RATE settings keep a citizen far below; only that carpeta is throttled",
		},
	}
	slices.SortStableFunc(all, func(a, b limited) int { return cmp.Compare(a.factor(), b.factor()) })
	return all
}

// trailWrites are the units that events write in the table's own partitions, at the peak: two in a transaction, a look one.
// The indexes have partitions by carpeta and by correlation.
func (in *input) trailWrites(peak load) float64 {
	looks := 0.0
	for _, u := range uses {
		if u.name == "download" {
			looks = in.measured.Uses[u.name].Events * u.times(in) * in.the("citizens") / secondsOfYear * in.the("peak")
		}
	}
	return 2*(peak.events-looks) + looks
}

// mostOfAChange is the largest number of units that one use writes, all of one carpeta.
func (in *input) mostOfAChange() (most float64) {
	for _, u := range uses {
		most = max(most, in.measured.Uses[u.name].WriteTables)
	}
	return most
}

// partitions that DynamoDB has to have, by size and by units.
func (in *input) partitions(peak load) (bySize, byUnits float64) {
	return math.Ceil(in.kept().store() / gb / in.the("partitionGB")), math.Ceil(peak.write/in.the("partitionWrite") + peak.read/in.the("partitionRead"))
}

// doubled says how much more a year costs if a number were twice as large.
type doubled struct {
	name, unit string
	share      float64
}

func (in *input) sensitivity() (all []doubled) {
	before := in.bill().sum()
	for name, n := range in.chosen.Assumptions {
		with := *in
		with.chosen.Assumptions = map[string]number{}
		for k, v := range in.chosen.Assumptions {
			with.chosen.Assumptions[k] = v
		}
		with.chosen.Assumptions[name] = number{2 * n.Value, n.Unit, n.Why}
		all = append(all, doubled{name, n.Unit, with.bill().sum()/before - 1})
	}
	slices.SortFunc(all, func(a, b doubled) int {
		return cmp.Or(cmp.Compare(math.Abs(b.share), math.Abs(a.share)), cmp.Compare(a.name, b.name))
	})
	return all
}
