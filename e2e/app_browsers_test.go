package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAppInWebKit walks once through the application of a demonstration in Debian's WebKit, by its own WebDriver.
func TestAppInWebKit(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "node", "WebKitWebDriver", "Xvfb")
	requireBuilt(t, "app/dist/index.html")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	browse(t, 15*time.Minute, "app/webkit.mjs", s.URL)
}
