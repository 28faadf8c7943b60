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

// conditionFailed is the reason of a cancelled transaction's part whose
// condition did not hold.
const conditionFailed = "ConditionalCheckFailed"

// classify gives an error of the SDK its code. It is the only place that does.
func classify(err error) error {
	var already *fault.Error
	var api smithy.APIError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &already):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(fault.Unavailable, err)
	case isMissingTable(err):
		return fault.Wrap(fault.Unavailable, fmt.Errorf("a table or index is missing: run `carpeta bootstrap`: %w", err))
	case isConditionFailed(err), isConflict(err):
		return fault.Wrap(fault.Conflict, err)
	case isTransient(err):
		return fault.Wrap(fault.Unavailable, err)
	case errors.As(err, &api):
		return fault.Wrap(apiCode(api), err)
	default: // no answer, or none that could be read
		return fault.Wrap(fault.Unavailable, err)
	}
}

// apiCode sorts the remaining answers: a failure that may pass is
// UNAVAILABLE, a fault of the call or its permissions is INTERNAL.
func apiCode(api smithy.APIError) fault.Code {
	if isThrottled(api) || api.ErrorFault() == smithy.FaultServer {
		return fault.Unavailable
	}
	return fault.Internal
}

func isMissingTable(err error) bool {
	var e *types.ResourceNotFoundException
	return errors.As(err, &e)
}

// isConditionFailed reports that a condition of ours did not hold.
func isConditionFailed(err error) bool {
	var e *types.ConditionalCheckFailedException
	if errors.As(err, &e) {
		return true
	}
	for _, r := range reasons(err) {
		if r.failed {
			return true
		}
	}
	return false
}

// reason is the outcome of one part of a cancelled transaction.
type reason struct {
	code     string
	failed   bool // its condition did not hold
	previous item // the stored item, where it was asked for
}

func reasons(err error) []reason {
	var e *types.TransactionCanceledException
	if !errors.As(err, &e) {
		return nil
	}
	rs := make([]reason, len(e.CancellationReasons))
	for i, r := range e.CancellationReasons {
		if r.Code != nil {
			rs[i].code = *r.Code
		}
		rs[i].failed = rs[i].code == conditionFailed
		rs[i].previous = r.Item
	}
	return rs
}

// failed reports whether part i of a cancelled transaction failed its condition.
func failed(rs []reason, i int) bool { return i < len(rs) && rs[i].failed }

// previousOf is the stored item over which a condition failed.
func previousOf(err error) item {
	var e *types.ConditionalCheckFailedException
	if errors.As(err, &e) {
		return e.Item
	}
	if rs := reasons(err); len(rs) > 0 {
		return rs[0].previous
	}
	return nil
}

// isConflict reports a collision with another transaction.
func isConflict(err error) bool {
	var tx *types.TransactionConflictException
	var replica *types.ReplicatedWriteConflictException
	return errors.As(err, &tx) || errors.As(err, &replica) || hasReason(err, "TransactionConflict")
}

// isTransient reports that the same call may succeed in a moment: a collision, or
// a transaction cancelled by load. The SDK does not repeat these.
func isTransient(err error) bool {
	if isConditionFailed(err) { // decided: repeating it cannot help
		return false
	}
	var inProgress *types.TransactionInProgressException
	return isConflict(err) || errors.As(err, &inProgress) || hasReason(err, throttledReasons...)
}

// throttledReasons are those of a transaction that asked a partition too much.
var throttledReasons = []string{"ThrottlingError", "ProvisionedThroughputExceeded"}

func hasReason(err error, codes ...string) bool {
	return slices.ContainsFunc(reasons(err), func(r reason) bool { return slices.Contains(codes, r.code) })
}

func isThrottled(api smithy.APIError) bool {
	switch api.ErrorCode() {
	case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded", "LimitExceededException":
		return true
	}
	return false
}
