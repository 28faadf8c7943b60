# `make` explains itself. CI calls only targets of this file.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# A page that is built and over its budget is not up to date the next time.
.DELETE_ON_ERROR:
GO ?= go
INSISTIR := $(CURDIR)/tools/insistir.sh
NPM_CI := $(INSISTIR) npm ci --no-audit --no-fund --silent
CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/carpeta-tools
LINT := $(CACHE)/golangci-lint-2.15.0
OTELCOL := $(CACHE)/otelcol-0.150.0
RABBITMQ4 := $(CACHE)/rabbitmq-4.0
SERVICIOS := $(GO) run ./tools/services
# The tests of the night run too.
NOCHE := CARPETA_TEST_NOCHE=1

##@ Use
.PHONY: help
help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Run the server with demo data (embedded profile); prints URLs, a token and a ready curl. PORT=9000 make run: there
	@$(if $(PORT),CARPETA_ADDR=127.0.0.1:$(PORT) CARPETA_ADMIN_ADDR=127.0.0.1:$$(($(PORT) + 1))) ./bin/carpeta serve --demo || \
	{ code=$$?; echo 'make run: if another program has its port (8080, or 8081 for health and metrics), choose one: PORT=9000 make run' >&2; exit $$code; }

# A program with the race detector sleeps before it ends: GORACE makes that short.
.PHONY: test
test: web servicios ## Run every test: unit, contract on embedded and real backends, API, e2e; what each package took
	GORACE=atexit_sleep_ms=50 $(SERVICIOS) ejecutar -- tools/pruebas.sh

.PHONY: build
build: web ## Build bin/carpeta, with its pages if Node is there
	@echo "building bin/carpeta…"
	@tools/build.sh bin/carpeta

##@ Develop
.PHONY: unit
unit: ## Run the tests of one process, which need no service; the others are listed as NOT RUN
	tools/pruebas.sh unit

.PHONY: generate
generate: ## Generate graph/ from schema/, and the tables and drawings of docs/ that come from the code
	tools/generar.sh
	$(GO) test ./internal/testkit/archtest -run 'TestImportedBy|TestPackagesAreListed' -update
	$(GO) test ./internal/eliminacion -run Drawing -update
	$(GO) test ./internal/config -run TestTheManualHasTheSettings -update
	$(GO) test ./internal/ground/fault -run TestErrorReference -update
	$(GO) test ./graph -run 'TestEachPayloadHasItsUnion|TestKindsOfEvents' -update
	$(GO) test ./e2e -run TestWrittenPolicy -update
	$(GO) test ./deploy/dashboards -update
	$(GO) run ./tools/escala
	@if [ -d web/node_modules ]; then $(MAKE) --no-print-directory web-generate; fi

.PHONY: verify
verify: web-modules ## Check that generated files, go.mod and formatting are up to date
	./tools/verify.sh

.PHONY: lint
lint: $(LINT) web-lint ## Lint the Go code, web/ (types, rules, layers, sizes of the client kit and the application) and the chart
	$(LINT) run ./...
	tools/chart.sh

$(LINT):
	@echo "building golangci-lint (once, about three minutes)…"
	mkdir -p $(@D)
	cd tools/lint && $(INSISTIR) $(GO) mod download && $(GO) build -o $@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

.PHONY: web
web: web-modules ## Build the explorer and the citizen's application into the binary (needs Node; skipped without it)
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/explorer/dist/index.html web/app/dist/index.html; \
	else echo "Node is not here: the pages will say how to build them"; fi

FILES_OF = $(shell find $(1) -path '*/node_modules' -prune -o -path '*/dist' -prune -o -type f -print 2>/dev/null)

web/explorer/dist/index.html: $(call FILES_OF,web/explorer web/scripts)
	@echo "building the explorer (only when web/explorer changed; one to two minutes)…"
	@cd web/explorer && npm run --silent build

web/app/dist/index.html: $(call FILES_OF,web/app web/scripts web/packages/cliente/src web/packages/react/src)
	@echo "building the citizen's application (only when web/app or the client kit changed; half a minute)…"
	@cd web/app && npm run --silent build

# One lock file for the pages and the client kit.
.PHONY: web-modules
web-modules:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/node_modules/.package-lock.json; fi

web/node_modules/.package-lock.json: web/package-lock.json
	@echo "installing the packages of web/ (only when web/package-lock.json changed)…"
	@cd web && $(NPM_CI)
	@touch $@

.PHONY: web-lint
web-lint: web-modules
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/app/dist/index.html && \
	cd web && npm run --silent types && npm run --silent lint && npm run --silent schema && npm run --silent size; \
	else echo "Node is not here: web/ is NOT linted"; fi

.PHONY: web-test
web-test: build ## Run the tests of the client kit against bin/carpeta
	@cd web && npm test --silent

.PHONY: web-generate
web-generate: web-modules ## Generate the types and the manifest of the client kit from schema/
	@cd web && npm run --silent codegen

##@ Ship
.PHONY: release
release: web ## Write programs, SBOM, licences and checksums of this version into bin/release
	@tools/paquetes.sh jq
	@tools/release.sh bin/release

.PHONY: image
image: web ## Write the OCI image of this version into bin/carpeta-image.tar; needs podman, and no Docker
	@tools/paquetes.sh podman
	@tools/image.sh bin/carpeta-image.tar

.PHONY: chart
chart: ## Lint the Helm chart, validate what it makes, and package it into bin/carpeta-VERSION.tgz
	@tools/chart.sh bin

.PHONY: reproducible
reproducible: web ## Build the program twice, in two folders, the second time without a cache: the same bytes?
	$(NOCHE) $(GO) test -count=1 -timeout 30m ./e2e -run TestTheSameSourceGivesTheSameBytes -v

##@ Services
.PHONY: servicios
servicios: ## Install what the real-service tests need (RabbitMQ, MinIO, dynoxide, HAProxy, Chromium, Firefox, WebKit, jq, promtool, podman, podman-compose, restic, schemathesis, cryptography for Python)
	$(SERVICIOS) instalar
	@tools/paquetes.sh chromium firefox-esr webkit2gtk-driver:WebKitWebDriver xvfb:Xvfb jq curl prometheus podman runc podman-compose haproxy restic
	@command -v systemd-analyze >/dev/null || tools/paquetes.sh systemd
	@python3 -c 'import venv, ensurepip' 2>/dev/null || tools/paquetes.sh python3-venv
	@tools/schemathesis.sh >/dev/null || echo "schemathesis is not here: its test is NOT RUN"
	@tools/python.sh >/dev/null || echo "cryptography for Python is not here: the tests of the samples in Python are NOT RUN"

.PHONY: services-up
services-up: ## Start DynamoDB (emulator), RabbitMQ, MinIO and an issuer: eval "$(make -s services-up)"
	$(SERVICIOS) up

.PHONY: services-down
services-down: ## Stop them
	$(SERVICIOS) down

##@ Prove
SEEDS ?= 10000
FIRST ?= 1
.PHONY: sim
sim: ## Simulate deletions under faults: SEEDS=n schedules from FIRST=seed (docs/testing.md)
	@$(GO) run ./tools/sim -seeds $(SEEDS) -first $(FIRST)

RUNS ?= 1
SEED ?= 1
.PHONY: chaos
chaos: ## Kill, freeze and wipe real services and servers under 2,000 deletions: RUNS=n runs from SEED=s (docs/testing.md)
	@$(SERVICIOS) instalar
	@$(GO) test -c -o bin/chaos.test ./e2e/chaos
	@./bin/chaos.test -test.run '^TestChaos$$' -test.timeout 0 -runs $(RUNS) -seed $(SEED)

FUZZTIME ?= 1m
.PHONY: fuzz
fuzz: ## Fuzz every target, one after the other, FUZZTIME each (docs/testing.md)
	@for archivo in $$(grep -rl --include='*_test.go' '^func Fuzz' graph internal); do \
	  for f in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' $$archivo); do \
	    echo "== $$archivo $$f"; \
	    $(GO) test ./$$(dirname $$archivo) -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x || exit 1; \
	  done; done

.PHONY: differential
differential: ## Compare 20,000 made-up operations with graphql-js: which are valid? (docs/testing.md)
	CARPETA_DIFFERENTIAL=20000 $(GO) test -count=1 -timeout 30m ./e2e -run TestGraphQLJSAgrees -v

.PHONY: test-trazas
test-trazas: $(OTELCOL) servicios ## Send the traces of a deletion to OpenTelemetry's own collector
	$(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run TestARealCollectorTakesTheTraces -otelcol $(OTELCOL) -v

# Of the machine's own RabbitMQ, which is a 3.10 on Debian 12, and of Debian 13's: in front of each line.
RABBITMQS = "" $(RABBITMQ4)/usr
.PHONY: test-rabbitmq
test-rabbitmq: servicios ## Run the broker's contract suite and whole deletions on RabbitMQ 3.10 and on 4.0; installs both
	@tools/rabbitmq4.sh $(RABBITMQ4)
	@for usr in $(RABBITMQS); do export CARPETA_TEST_RABBITMQ_USR=$$usr; \
	  $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./internal/testkit/services -run TestRabbit -v && \
	  $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./internal/broker/rabbitbroker && \
	  $(NOCHE) $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run '^Test(MainJob|NoBroker|BrokerLosesItsDisk)$$' || exit 1; \
	done

# Where DynamoDB Local is wrong (docs/testing.md, A second judge).
AWS_LOCAL_WRONG := ^TestContract$$/^page$$/^wide_documentos|^TestContract$$/^batches$$/^more_than_16_MB
.PHONY: test-aws-local
test-aws-local: ## Run the store's contract suite on Amazon's own DynamoDB Local; needs Maven and Java 17
	@$(NOCHE) tools/dynamodblocal/con.sh $(CACHE)/dynamodblocal-2.5.2 \
	  $(GO) test -count=1 -timeout 30m ./internal/store/dynamostore -run '^TestContract$$' -skip '$(AWS_LOCAL_WRONG)'

.PHONY: test-mutants
test-mutants: ## Leave out one condition of the store's rules after the other: the contract suite must notice (ten minutes)
	$(NOCHE) $(GO) test -count=1 -timeout 1h ./internal/store/rules -run '^TestMutants$$' -v

.PHONY: test-cluster
test-cluster: servicios ## Lose nodes of a RabbitMQ of three under 1,000 deletions, on 3.10 and 4.0; print how soon all are done
	@tools/rabbitmq4.sh $(RABBITMQ4)
	@for usr in $(RABBITMQS); do export CARPETA_TEST_RABBITMQ_USR=$$usr; \
	  $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 60m ./e2e -run TestANodeOfThreeIsLost -cluster -v || exit 1; \
	done

.PHONY: test-versions
test-versions: servicios ## Run the version before beside this one under load: forward, and back again (needs the history of git)
	@tools/version-anterior.sh bin/anterior
	$(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run "TestTwoVersionsSideBySide|TestAFolderOfTheVersionBefore" -previous $(CURDIR)/bin/anterior/carpeta -v

.PHONY: test-systemd
test-systemd: build ## Start the units of deploy/systemd under a systemd of their own, and try what they forbid (needs root; half a minute)
	@tools/paquetes.sh systemd curl iproute2:ip
	$(GO) test -count=1 -timeout 10m ./deploy/systemd -run TestUnitsOnAMachine -program $(CURDIR)/bin/carpeta -v

$(OTELCOL):
	@echo "building OpenTelemetry's collector (once, about two minutes)…"
	mkdir -p $(@D)
	cd tools/collector && $(INSISTIR) $(GO) mod download && $(GO) build -o $@ .

# What CI leaves out, because it takes hours or other programs.
NOCTURNA ?= test-rabbitmq test-cluster test-versions test-systemd test-aws-local test-mutants test-trazas \
  chaos sim differential fuzz reproducible test-app-minuto test-race
.PHONY: nocturna
nocturna: ## Make everything that CI leaves out, one after the other, and print a summary: for each night (docs/testing.md)
	@tools/nocturna.sh bin/nocturna $(NOCTURNA)

.PHONY: bench
bench: build servicios ## Measure the figures of docs/benchmarks.md on the program, and write them there
	$(SERVICIOS) ejecutar -- $(GO) run ./tools/bench --salida docs/benchmarks.md
	$(GO) run ./tools/escala

.PHONY: unidades
unidades: build servicios ## Measure what each use costs the stores, and compute docs/escala.md anew
	$(SERVICIOS) ejecutar -- $(GO) run ./tools/bench --solo unidades --medidas tools/escala/medidas.json
	$(GO) run ./tools/escala

.PHONY: test-app-minuto
test-app-minuto: web servicios ## Have the application wait a minute for a server that is UNAVAILABLE, and RATE_LIMITED, on both profiles
	$(NOCHE) $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run '^TestAppWaits$$' -app-ausencia 60s -v

.PHONY: test-firefox
test-firefox: web servicios ## Walk through the citizen's application in Debian's Firefox, as make nocturna does
	$(NOCHE) $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run '^TestAppWalk$$/^firefox' -v

.PHONY: test-webkit
test-webkit: web servicios ## Walk through the citizen's application in Debian's WebKit, as make nocturna does
	$(NOCHE) $(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 30m ./e2e -run '^TestAppInWebKit$$' -v

.PHONY: capturas
capturas: build ## Take the pictures of docs/img, of the application as it is
	@tools/paquetes.sh chromium curl
	@tools/demo.sh node e2e/app/capturas.mjs docs/img

.PHONY: test-race
test-race: web servicios ## Run every test, those of the night too, with the race detector, end to end too
	GORACE=atexit_sleep_ms=50 $(NOCHE) $(SERVICIOS) ejecutar -- $(GO) test -race -count=1 -p 1 -timeout 2h -skip '^TestMutants$$' ./...

.PHONY: e2e
e2e: web servicios ## Run the end-to-end tests on real services and real processes
	$(SERVICIOS) ejecutar -- $(GO) test -count=1 -timeout 60m ./e2e/...
