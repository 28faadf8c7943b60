package config

import "fmt"

// validator collects the faults, so that one run shows all of them.
type validator struct{ errs []error }

// bad names the setting by both its names, with the fault and the remedy.
func (v *validator) bad(flag, format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s (--%s): %s", variable(flag), flag, fmt.Sprintf(format, args...)))
}

func (v *validator) badArgument(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf(format, args...))
}
