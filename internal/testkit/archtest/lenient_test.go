package archtest_test

import "testing"

// strict: while packages move, what only lags behind is told and not refused.
const strict = false

func stale(t *testing.T, format string, args ...any) {
	t.Helper()
	if strict {
		t.Errorf(format, args...)
		return
	}
	t.Logf(format, args...)
}

func unusedRow(t *testing.T, format string, args ...any) { t.Helper(); stale(t, format, args...) }
