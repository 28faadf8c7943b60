package admission

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Config holds the parts of a Gate. All but the manifest are required.
type Config struct {
	Executor *executor.Executor // New gives it the documents that were admitted
	Schema   *ast.Schema
	Scalars  Scalars
	Limits   limits.Limits
	Budget   *budget.Budget
	// Introspection allows __schema and __type, and suggestions in validation errors.
	Introspection bool
	// Trust says what becomes of documents that are not in Trusted.
	Trust   Trust
	Trusted Manifest
	// CheckMutations refuses those for which the caller has to sign in again; nil: there are none.
	CheckMutations func(ctx context.Context, mutations []act.Mutation) *fault.Error
	Log            *slog.Logger
}

// Gate admits operations: each passes it before it runs.
type Gate struct {
	cfg       Config
	docs      *documents
	persisted *persisted
	reads     readSlots
	names     askedNames
	schema    schemaLists
}

// New makes a Gate.
func New(cfg Config) *Gate {
	cfg.Executor.SetQueryCache(contextDocuments{})
	return &Gate{
		cfg: cfg, docs: newDocuments(cfg.Schema, cfg.Scalars, cfg.Limits, cfg.Introspection), reads: newReadSlots(cfg.Limits),
		persisted: newPersisted(cfg.Trust, cfg.Trusted, cfg.Log), names: namesOf(cfg.Schema), schema: listsOf(cfg.Schema),
	}
}

// Waiting is how many unknown documents and long bodies wait to be read.
func (g *Gate) Waiting() int { return g.reads.waiting() }

// Prepare turns a request into an operation that is safe to run and paid for, or into errors. Package present makes them
// safe to show.
func (g *Gate) Prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	opCtx, errs := g.bind(ctx, params)
	if len(errs) > 0 {
		return nil, errs
	}
	if errs := checkSingleRoot(opCtx); len(errs) > 0 {
		return nil, errs
	}
	if err := g.checkMutations(ctx, opCtx); err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	if err := g.charge(ctx, opCtx); err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	opCtx.DisableIntrospection = !g.cfg.Introspection
	return opCtx, nil
}

// checkMutations refuses an operation whole, before any of its mutations has run.
func (g *Gate) checkMutations(ctx context.Context, opCtx *graphql.OperationContext) *fault.Error {
	if g.cfg.CheckMutations == nil || opCtx.Operation.Operation != ast.Mutation {
		return nil
	}
	var mutations []act.Mutation
	for _, f := range graphql.CollectFields(opCtx, opCtx.Operation.SelectionSet, []string{"Mutation"}) {
		mutations = append(mutations, act.Mutation{Name: f.Name, Ventana: ventanaOf(f.ArgumentMap(opCtx.Variables))})
	}
	return g.cfg.CheckMutations(ctx, mutations)
}

// ventanaOf is the undo window of a mutation's input; 0 if it has none, and if it is no number, which is refused later. A
// number has another type in the document than among the variables.
func ventanaOf(arguments map[string]any) time.Duration {
	input, _ := arguments["input"].(map[string]any)
	seconds, _ := strconv.ParseInt(fmt.Sprint(input["ventana"]), 10, 32)
	return time.Duration(seconds) * time.Second
}

// bind finds the document, chooses its operation, and binds the variables.
func (g *Gate) bind(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	newID, err := g.persisted.resolve(ctx, params)
	if err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	doc, errs := g.document(ctx, params.Query)
	if len(errs) > 0 {
		return nil, errs
	}
	g.persisted.register(ctx, newID, params.Query)
	op := doc.Operations.ForName(params.OperationName)
	if op == nil {
		return nil, coded(gqlerror.Errorf("the document has no such operation, or several and operationName chooses none"), errcode.ValidationFailed)
	}
	if errs := checkVariables(g.cfg.Schema, g.cfg.Scalars, op, params.Variables, g.cfg.Introspection); len(errs) > 0 {
		return nil, errs
	}
	ctx = graphql.StartOperationTrace(withDocument(ctx, doc.QueryDocument))
	opCtx, errs := g.cfg.Executor.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		for _, e := range errs {
			e.Err = nil // the variables' types: the client's fault, whatever the cause
		}
		return nil, errs
	}
	doc.plans.Beside(opCtx)
	return opCtx, doc.neverNull.check(opCtx)
}

// readingBytes of an unknown document or of a long body cost 1: reading them takes as long as other work of that price.
const readingBytes = 4

// document finds a document in the cache, or reads it: a few are read at a time, and their subjects pay for it. A client
// without a token gets only short ones read.
func (g *Gate) document(ctx context.Context, query string) (*document, gqlerror.List) {
	if doc, ok := g.docs.kept.get(query); ok {
		return doc, nil
	}
	if err := tooLongForAnonymous(ctx, len(query), shortBytes); err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	if short := g.cfg.Budget.CheckMemory(shed.Document); short != nil {
		return nil, gqlerror.List{gqlerror.Wrap(short)}
	}
	leave, err := g.acquireRead(ctx, len(query), len(query))
	if err != nil {
		return nil, gqlerror.List{gqlerror.Wrap(err)}
	}
	defer leave()
	return g.docs.load(ctx, query)
}

// acquireRead charges for so many bytes, and waits for a slot to read all of them in. A subject without budget is refused
// before it waits; a subject that was refused too often meanwhile, after it.
func (g *Gate) acquireRead(ctx context.Context, paid, all int) (leave func(), _ *fault.Error) {
	if _, overdrawn := g.cfg.Budget.Charge(ctx, paid/readingBytes); overdrawn != nil {
		return nil, overdrawn
	}
	leave, err := g.reads.acquire(ctx, all)
	if err != nil {
		return nil, err
	}
	if err := g.cfg.Budget.CheckRefusals(ctx); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// The keys under which an admitted operation keeps the budget of its subject, and a mark that it walks.
const (
	statusKey = "costo"
	walksKey  = "recorre"
)

// charge prices an operation and takes the price from its subject's budget.
func (g *Gate) charge(ctx context.Context, opCtx *graphql.OperationContext) *fault.Error {
	p := price{vars: opCtx.Variables, limit: g.cfg.Limits.Cost, schema: g.schema, names: g.names[opCtx.Operation.Operation]}
	total, tooMuch := p.total(opCtx, g.cfg.Limits)
	if tooMuch != nil {
		return tooMuch
	}
	status, overdrawn := g.cfg.Budget.Charge(ctx, total)
	if overdrawn != nil {
		return overdrawn
	}
	SetStatus(opCtx, status)
	if p.asked != "" {
		opCtx.Stats.SetExtension(askedKey, p.asked)
	}
	if p.walks {
		opCtx.Stats.SetExtension(walksKey, true)
	}
	return nil
}

// Walks reports whether the work of an admitted operation is known only when it is done (the schema's directive @walks), or
// it asks much about the schema.
func Walks(opCtx *graphql.OperationContext) bool { return opCtx.Stats.GetExtension(walksKey) != nil }

// SetStatus keeps the budget of an operation's subject with the operation.
func SetStatus(opCtx *graphql.OperationContext, s quota.Status) {
	opCtx.Stats.SetExtension(statusKey, s)
}

// StatusOf is the budget of an admitted operation's subject, after its price was paid.
func StatusOf(opCtx *graphql.OperationContext) (quota.Status, bool) {
	s, ok := opCtx.Stats.GetExtension(statusKey).(quota.Status)
	return s, ok
}
