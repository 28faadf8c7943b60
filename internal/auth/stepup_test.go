package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// signedIn is what is read of a token with these claims.
func signedIn(t *testing.T, c changes) auth.Principal {
	t.Helper()
	p, l := newProvider(t), edKey(t, "1")
	p.publish(l)
	v := auth.NewRemote(auth.RemoteConfig{Emisor: p.URL, Audience: "carpeta", Clock: clock})
	token := l.sign(t, p.claims(c))
	first, err := v.Verify(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	known, err := v.Verify(t.Context(), token)
	if diff := cmp.Diff(first, known); err != nil || diff != "" {
		t.Errorf("a token that is known says something else (%v):\n%s", err, diff)
	}
	return first
}

// TestSignInIsRead: claims that nobody understands leave a token as good as it was, and say nothing.
func TestSignInIsRead(t *testing.T) {
	long := strings.Repeat("x", 129)
	for name, c := range map[string]struct {
		changes changes
		want    auth.SignIn
	}{
		"nothing":       {nil, auth.SignIn{}},
		"all":           {changes{"acr": "alto", "amr": []string{"pwd", "otp"}, "auth_time": now.Unix()}, auth.SignIn{ACR: "alto", AMR: []string{"pwd", "otp"}, At: now}},
		"fraction":      {changes{"auth_time": float64(now.Unix()) + 0.5}, auth.SignIn{At: now}},
		"other types":   {changes{"acr": 2, "amr": "mfa", "auth_time": "ayer"}, auth.SignIn{}},
		"one of a kind": {changes{"acr": nil, "amr": []any{"mfa", 7}, "auth_time": now.Unix()}, auth.SignIn{At: now}},
		"too long":      {changes{"acr": long, "amr": []string{long, "mfa"}}, auth.SignIn{AMR: []string{"mfa"}}},
		"many methods":  {changes{"amr": strings.Split("a,b,c,d,e,f,g,h,i,j", ",")}, auth.SignIn{AMR: strings.Split("a,b,c,d,e,f,g,h", ",")}},
		"before 1970":   {changes{"auth_time": -5}, auth.SignIn{}},
		"beyond time":   {changes{"auth_time": 1e300}, auth.SignIn{}},
	} {
		if diff := cmp.Diff(c.want, signedIn(t, c.changes).SignIn); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestStepUp(t *testing.T) {
	const age = 5 * time.Minute
	at := func(d time.Duration) changes { return changes{"auth_time": now.Add(d).Unix()} }
	level := func(claim string, value any) changes { return changes{claim: value} }
	alto := []string{"alto", "urn:muy-alto"}
	for name, c := range map[string]struct {
		need    fault.Challenge
		changes changes
		enough  bool
	}{
		"now":                         {fault.Challenge{MaxAge: age}, at(0), true},
		"as old as may be":            {fault.Challenge{MaxAge: age}, at(-age), true},
		"older, by clocks":            {fault.Challenge{MaxAge: age}, at(-age - auth.Leeway), true},
		"too old":                     {fault.Challenge{MaxAge: age}, at(-age - auth.Leeway - time.Second), false},
		"no time":                     {fault.Challenge{MaxAge: age}, nil, false},
		"of the future, by clocks":    {fault.Challenge{MaxAge: age}, at(auth.Leeway), true},
		"of the future":               {fault.Challenge{MaxAge: age}, at(auth.Leeway + time.Second), false},
		"of the far future":           {fault.Challenge{MaxAge: age}, changes{"auth_time": 1 << 39}, false},
		"the first level":             {fault.Challenge{ACRValues: alto}, level("acr", "alto"), true},
		"the second level":            {fault.Challenge{ACRValues: alto}, level("acr", "urn:muy-alto"), true},
		"another level":               {fault.Challenge{ACRValues: alto}, level("acr", "bajo"), false},
		"in capitals":                 {fault.Challenge{ACRValues: alto}, level("acr", "ALTO"), false},
		"both in one":                 {fault.Challenge{ACRValues: alto}, level("acr", "alto urn:muy-alto"), false},
		"no level":                    {fault.Challenge{ACRValues: alto}, nil, false},
		"an empty level":              {fault.Challenge{ACRValues: alto}, level("acr", ""), false},
		"a method":                    {fault.Challenge{ACRValues: []string{"mfa"}}, level("amr", []string{"pwd", "mfa"}), true},
		"other methods":               {fault.Challenge{ACRValues: []string{"mfa"}}, level("amr", []string{"pwd"}), false},
		"the level, and no time":      {fault.Challenge{ACRValues: alto, MaxAge: age}, level("acr", "alto"), false},
		"the time, and another level": {fault.Challenge{ACRValues: alto, MaxAge: age}, at(0), false},
	} {
		err := auth.StepUp{act.Aprobar: c.need}.Check(signedIn(t, c.changes), now, act.Entregar, act.Aprobar)
		if (err == nil) != c.enough {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && (err.Code != fault.InsufficientAuthentication || !cmp.Equal(*err.Challenge, c.need)) {
			t.Errorf("%s: %v asks for %v", name, err, err.Challenge)
		}
	}
}
