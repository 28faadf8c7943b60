package config

import "fmt"

// validator collects what is wrong, so that one run shows all of it.
type validator struct{ errs []error }

// bad names the setting by both its names, says what is wrong and what to do.
func (v *validator) bad(flag, format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s (--%s): %s", variable(flag), flag, fmt.Sprintf(format, args...)))
}

func (v *validator) badArgument(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf(format, args...))
}
