package config

import "strings"

// traces checks where traces go, and how many.
func (v *validator) traces(c *Config) {
	const example = "http://127.0.0.1:4318/v1/traces"
	u := v.url("trazas-url", c.TracesURL, example, "http", "https")
	switch {
	case u == nil:
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		v.bad("trazas-url", "has more than scheme, host and path; write for example %s", example)
	case strings.Trim(u.Path, "/") == "":
		v.bad("trazas-url", "has no path; collectors take traces at /v1/traces: write for example %s", example)
	}
	if c.TracesHeaders != "" && u == nil {
		v.bad("trazas-cabeceras", "is for a collector; name it in CARPETA_TRAZAS_URL, or unset this")
	}
	if !(0 <= c.TracesRatio && c.TracesRatio <= 1) { // nor NaN
		v.bad("trazas-muestra", "%v is out of range; give a part from 0 to 1, such as 0.01 for one in a hundred", c.TracesRatio)
	}
}
