package main

import "math"

const (
	million        = 1e6
	hoursOfYear    = 365 * 24
	secondsOfYear  = hoursOfYear * 3600
	monthsOfYear   = 12
	gb             = 1e9
	tenTimes       = 10.0
	retentionYears = 30.0 / 365 // of a finished deletion (eliminacion.Retencion)
)

// useOf is a use, and how often a citizen has it in a year.
type useOf struct {
	name, what string
	times      func(in *input) float64
}

var uses = []useOf{
	{"firstPage", "first page of 20", func(in *input) float64 { return in.the("visits") * in.the("firstPages") }},
	{"laterPage", "later page of 20", func(in *input) float64 { return in.the("visits") * in.the("laterPages") }},
	{"search", "search among 200 documents, in vain", func(in *input) float64 { return in.the("visits") * in.the("searches") }},
	{"download", "link to a file, and the download", func(in *input) float64 { return in.the("visits") * in.the("downloads") }},
	{"upload", "upload, from announcement to confirmation", func(in *input) float64 { return in.the("uploads") }},
	{"delivery", "delivery by an entity", func(in *input) float64 { return in.the("deliveries") }},
	{"deletion", "deletion, to its end", func(in *input) float64 { return in.the("deletions") }},
	{"correction", "correction", func(in *input) float64 { return in.the("corrections") }},
	{"open", "carpeta opened", func(in *input) float64 { return in.the("newCitizens") }},
}

// cost is money by what it is spent on, in US dollars.
type cost struct{ writes, reads, objects, seals, transfer float64 }

func (c cost) sum() float64 { return c.writes + c.reads + c.objects + c.seals + c.transfer }

// of is what one use costs that is paid for by the request.
func (in *input) of(name string) (c cost) {
	u := in.measured.Uses[name]
	c.writes = (u.WriteTables + u.WriteIndexes) * in.usd("dynamoWrite") / million
	c.reads = u.Read * in.usd("dynamoRead") / million
	c.objects = ((u.S3["PUT"]+u.S3["LIST"]+u.S3["POST"])*in.usd("s3Write") + (u.S3["GET"]+u.S3["HEAD"])*in.usd("s3Read")) / million
	c.seals = u.Events * in.seal()
	if name == "download" {
		c.transfer = in.the("fileKB") * 1e3 / gb * in.usd("transfer")
	}
	return c
}

// seal is what it costs to seal one event.
func (in *input) seal() float64 {
	of256 := 256 / in.the("sealEach") // smaller seals: more of them
	return of256 * (in.seals.puts*in.usd("s3Write") + in.seals.gets*in.usd("s3Read") + in.seals.store*in.usd("dynamoWrite")) / million / million
}

// load is what happens in a second.
type load struct{ write, read, events, messages, deletions, pending, lists, cpu, brokerCPU, requests, visits float64 }

// mean is the load of the mean second of a year.
func (in *input) mean() (l load) {
	l.visits = in.the("visits") * in.the("citizens") / secondsOfYear
	for _, u := range uses {
		m, rate := in.measured.Uses[u.name], u.times(in)*in.the("citizens")/secondsOfYear
		l.requests += rate
		l.write += rate * (m.WriteTables + m.WriteIndexes)
		l.read += rate * m.Read
		l.events += rate * m.Events
		l.messages += rate * m.Messages
		l.pending += rate * m.WritePending
		l.lists += rate * m.WriteLists
		l.cpu += rate * m.CPUMs / 1e3
		l.brokerCPU += rate * m.BrokerCPUMs / 1e3
		if u.name == "deletion" {
			l.deletions = rate
		}
	}
	return l
}

// times is the same, so much more of it.
func (l load) times(f float64) load {
	return load{l.write * f, l.read * f, l.events * f, l.messages * f, l.deletions * f, l.pending * f, l.lists * f, l.cpu * f, l.brokerCPU * f, l.requests * f, l.visits * f}
}

// kept is what is at rest in the twelfth year, in bytes.
type kept struct{ documents, carpetas, deletions, trail, news, files float64 }

func (k kept) store() float64 { return k.documents + k.carpetas + k.deletions + k.trail + k.news }

func (in *input) kept() (k kept) {
	citizens := in.the("citizens")
	k.documents = citizens * in.the("documents") * in.the("documentBytes")
	k.carpetas = citizens * in.the("carpetaBytes")
	k.files = citizens * in.the("documents") * in.the("fileKB") * 1e3
	changes, looks, deletions := 0.0, 0.0, 0.0
	for _, u := range uses {
		events := u.times(in) * in.measured.Uses[u.name].Events
		switch u.name {
		case "download":
			looks += events
		case "deletion":
			deletions = u.times(in)
			changes += events
		default:
			changes += events
		}
	}
	k.trail = citizens * (changes*in.the("changesKept") + looks*in.the("looksKept")) * in.the("eventBytes")
	k.deletions = citizens * deletions * retentionYears * in.the("deletionBytes")
	k.news = citizens * changes * retentionYears * in.the("newsBytes")
	return k
}

// machines are what runs all the time.
type machines struct{ processes, brokers, sockets float64 }

func (in *input) machines(at load) (m machines) {
	m.sockets = at.visits * in.the("minutes") * 60
	each := in.the("processVcpu") * in.the("targetUse")
	m.processes = max(in.the("leastProcesses"), math.Ceil(at.cpu/each), math.Ceil(m.sockets/in.the("socketsEach")))
	m.brokers = max(in.the("leastProcesses"), math.Ceil(at.brokerCPU/(in.the("brokerCores")*in.the("targetUse"))))
	return m
}

// bill is what a year costs, by what the money is for.
type bill []line

type line struct {
	name string
	usd  float64
}

func (b bill) sum() (total float64) {
	for _, l := range b {
		total += l.usd
	}
	return total
}

// paid is what all uses of a year cost by themselves, and how many there are.
func (in *input) paid() (all cost, howMany float64) {
	for _, u := range uses {
		c, n := in.of(u.name), u.times(in)*in.the("citizens")
		all = cost{all.writes + n*c.writes, all.reads + n*c.reads, all.objects + n*c.objects, all.seals + n*c.seals, all.transfer + n*c.transfer}
		howMany += n
	}
	return all, howMany
}

func (in *input) bill() bill {
	all, _ := in.paid()
	k, m := in.kept(), in.machines(in.mean().times(in.the("peak")))
	process := in.the("processVcpu")*in.usd("vcpu") + in.the("processGiB")*in.usd("memory")
	return bill{
		{"files at rest", k.files / gb * in.usd("s3Storage") * monthsOfYear},
		{"downloads to the internet", all.transfer},
		{"writes of the store", all.writes},
		{"store at rest", k.store() / gb * in.usd("dynamoStorage") * monthsOfYear},
		{"backup of the store", k.store() / gb * in.usd("dynamoBackup") * monthsOfYear},
		{"requests for files", all.objects},
		{"seals of the trail", all.seals},
		{"reads of the store", all.reads},
		{"server processes", m.processes * process * hoursOfYear},
		{"RabbitMQ", m.brokers * in.usd("brokerNode") * hoursOfYear},
	}
}
