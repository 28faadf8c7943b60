package e2e_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestApp uses the citizen's application in a real browser, as the program serves it: no request leaves the server, its
// content policy is never broken, nothing is said in the console, and axe finds nothing on any screen.
func TestApp(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t, "--demo")
	dir := browse(t, 15*time.Minute, "app/app.mjs", s.URL, foreignKeys(t, house))
	verifiesReceipt(t, house, dir)
}

// verifiesReceipt fails the test unless the receipt that a page saved in a folder is whole.
func verifiesReceipt(t *testing.T, house *serverkit.House, dir string) {
	t.Helper()
	house.MustRun(t, "auditoria", "verificar", "--constancia="+dir+"/constancia.json")
}

// foreignKeys is a file with the public keys of another installation, for the same log.
func foreignKeys(t *testing.T, house *serverkit.House) string {
	t.Helper()
	dir := t.TempDir()
	house.MustRun(t, "llave", "crear", "--nombre=localhost", "--archivo="+dir+"/secretas")
	public := house.MustRun(t, "llave", "mostrar", "--operador=operador-demo", "--archivo="+dir+"/secretas")
	must(t, os.WriteFile(dir+"/llaves", []byte(public), 0o600))
	return dir + "/llaves"
}

// TestAppSignsInElsewhere signs in at an OpenID Connect provider, a process of its own: code flow with PKCE, renewal,
// a sentence for each way not to come in, and another sign-in for acts that need a recent one.
func TestAppSignsInElsewhere(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core", "node_modules/oidc-provider")
	issuer := startIssuer(t)
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	stepUp := []string{"CARPETA_AUTH_MAX_AGE=eliminar-varios=5m", "CARPETA_AUTH_ACR_VALUES=eliminar-varios=alto"}
	s := house.With(signedInAt(issuer)...).With(stepUp...).Start(t)
	browse(t, 15*time.Minute, "app/oidc.mjs", s.URL, issuer, mine.CiudadanoID)
}

// signedInAt are the settings of a server whose application signs people in there.
func signedInAt(issuer string) []string {
	return []string{"CARPETA_APP=on", "CARPETA_AUTH_ISSUER=" + issuer, "CARPETA_AUTH_CLOCK_SKEW=1s", "CARPETA_APP_CLIENT_ID=carpeta-app"}
}

// startIssuer starts a provider that ends with the test, and returns its address. args are those of its program.
func startIssuer(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("node", append([]string{"app/issuer.mjs"}, args...)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	output, err := cmd.StdoutPipe()
	must(t, err)
	must(t, services.StartChild(cmd))
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the issuer said:\n%s", said.String())
		}
	})
	address, err := bufio.NewReader(output).ReadString('\n')
	must(t, err)
	return strings.TrimSpace(address)
}
