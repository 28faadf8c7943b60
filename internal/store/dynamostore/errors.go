package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// condicionFallida is the reason of a cancelled transaction's part whose
// condition did not hold.
const condicionFallida = "ConditionalCheckFailed"

// clasificar gives an error of the SDK its code. It is the only place that does.
func clasificar(err error) error {
	var ya *fault.Error
	var api smithy.APIError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ya):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(fault.Unavailable, err)
	case faltaTabla(err):
		return fault.Wrap(fault.Unavailable, fmt.Errorf("a table or index is missing: run `carpeta bootstrap`: %w", err))
	case esCondicion(err), esChoque(err):
		return fault.Wrap(fault.Conflict, err)
	case esPasajero(err):
		return fault.Wrap(fault.Unavailable, err)
	case errors.As(err, &api):
		return fault.Wrap(codigoAPI(api), err)
	default: // no answer, or none that could be read
		return fault.Wrap(fault.Unavailable, err)
	}
}

// codigoAPI sorts the remaining answers: what the service may get over is
// UNAVAILABLE, what is wrong about the call or its permissions is INTERNAL.
func codigoAPI(api smithy.APIError) fault.Code {
	if esEstrangulado(api) || api.ErrorFault() == smithy.FaultServer {
		return fault.Unavailable
	}
	return fault.Internal
}

func faltaTabla(err error) bool {
	var e *types.ResourceNotFoundException
	return errors.As(err, &e)
}

// esCondicion reports that a condition of ours did not hold.
func esCondicion(err error) bool {
	var e *types.ConditionalCheckFailedException
	if errors.As(err, &e) {
		return true
	}
	for _, r := range razones(err) {
		if r.fallo {
			return true
		}
	}
	return false
}

// razon says what became of one part of a cancelled transaction.
type razon struct {
	codigo string
	fallo  bool // its condition did not hold
	previo item // what was stored, where it was asked for
}

func razones(err error) []razon {
	var e *types.TransactionCanceledException
	if !errors.As(err, &e) {
		return nil
	}
	rs := make([]razon, len(e.CancellationReasons))
	for i, r := range e.CancellationReasons {
		if r.Code != nil {
			rs[i].codigo = *r.Code
		}
		rs[i].fallo = rs[i].codigo == condicionFallida
		rs[i].previo = r.Item
	}
	return rs
}

// fallo reports whether part i of a cancelled transaction failed its condition.
func fallo(rs []razon, i int) bool { return i < len(rs) && rs[i].fallo }

// previoDe is the stored item over which a condition failed.
func previoDe(err error) item {
	var e *types.ConditionalCheckFailedException
	if errors.As(err, &e) {
		return e.Item
	}
	if rs := razones(err); len(rs) > 0 {
		return rs[0].previo
	}
	return nil
}

// esChoque reports a collision with another transaction.
func esChoque(err error) bool {
	var tx *types.TransactionConflictException
	var replica *types.ReplicatedWriteConflictException
	return errors.As(err, &tx) || errors.As(err, &replica) || conRazon(err, "TransactionConflict")
}

// esPasajero reports that the same call may succeed in a moment: a collision, or
// a transaction cancelled by load. The SDK does not repeat these.
func esPasajero(err error) bool {
	if esCondicion(err) { // decided: repeating it cannot help
		return false
	}
	var curso *types.TransactionInProgressException
	return esChoque(err) || errors.As(err, &curso) || conRazon(err, "ThrottlingError", "ProvisionedThroughputExceeded")
}

func conRazon(err error, codigos ...string) bool {
	return slices.ContainsFunc(razones(err), func(r razon) bool { return slices.Contains(codigos, r.codigo) })
}

func esEstrangulado(api smithy.APIError) bool {
	switch api.ErrorCode() {
	case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded", "LimitExceededException":
		return true
	}
	return false
}
