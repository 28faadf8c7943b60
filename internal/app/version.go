package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Number is the version of this source: the newest one in CHANGELOG.md.
const Number = "0.4.0"

// commit is set by tools/build.sh. Where plain go build made the program, Go's own record is asked.
var commit string

// Version is the build's record of itself: number, commit, Go and machine.
func Version() string {
	return fmt.Sprintf("carpeta %s %s %s %s/%s", Number, builtFrom(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func builtFrom() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}
