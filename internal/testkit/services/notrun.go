package services

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// NotRun ends a test that cannot run for want of something outside of it.
// In CI that is a failure. On a laptop the test is skipped, with a loud line, and
// written to the file that EnvNotRun names, so that somebody counts it.
//
// Go's test cache is no hole in this: a run that read the variable is only
// repeated from the cache while the variable is the same, and make test names
// another file each time.
func NotRun(t testing.TB, reason string) {
	t.Helper()
	if InCI() {
		t.Fatalf("cannot run, and in CI that is a failure: %s", reason)
	}
	// The first line: the rest is a log.
	short, _, _ := strings.Cut(reason, "\n")
	skip(t, short, "")
}

// Night leaves a test to make nocturna, because a cheaper one shows the same each day. It is skipped and counted as by
// NotRun, but that is no failure in CI. The reason names what runs each day.
func Night(t testing.TB, everyDay string) {
	t.Helper()
	if os.Getenv(EnvNight) == "" {
		skip(t, "runs in make nocturna; each day: "+everyDay, NightMark)
	}
}

// NightMark begins a line about a test that was left to the night.
const NightMark = "night: "

func skip(t testing.TB, reason, mark string) {
	t.Helper()
	fmt.Fprintf(os.Stderr, "\n*** NOT RUN: %s: %s\n\n", t.Name(), reason)
	if list := os.Getenv(EnvNotRun); list != "" {
		if err := appendLine(list, mark+t.Name()+": "+reason+"\n"); err != nil {
			t.Fatalf("not run, and that could not be recorded: %v", err)
		}
	}
	t.Skip("NOT RUN: " + reason)
}

// appendLine appends in one write: many test processes share the file.
func appendLine(file, line string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// ReadNotRun returns the lines recorded so far; no file means none.
func ReadNotRun(list string) ([]string, error) {
	text, err := os.ReadFile(list)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err
}
