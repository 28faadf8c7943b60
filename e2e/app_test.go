package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestApp uses the citizen's application in a real browser, as the program serves it: no request leaves the server, its
// content policy is never broken, nothing is said in the console, and axe finds nothing on any screen.
func TestApp(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t, "--demo")
	dir := browse(t, 15*time.Minute, "app/app.mjs", s.URL)
	// The receipt that the page saved is whole: the command verifies it, and says so by not failing.
	house.Run(t, "auditoria", "verificar", "--checkpoint="+dir+"/prueba", "--evento="+dir+"/evento", "--llaves="+dir+"/llaves")
}
