package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestAppWalk has people do what they do most, in Firefox on both profiles, and in Chromium on the distributed one, where they
// sign in at an issuer and their tokens expire during the walk. In Chromium each day has TestApp, TestAppSignsInElsewhere
// and, on the distributed profile, TestAppWaits and TestAppInTwoBrowsers.
func TestAppWalk(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		browser string
		profile serverkit.Profile
	}{{"chromium", serverkit.Distributed}, {firefox, serverkit.Embedded}, {firefox, serverkit.Distributed}} {
		t.Run(one.browser+" "+string(one.profile), func(t *testing.T) {
			t.Parallel()
			services.Night(t, "TestApp and TestAppSignsInElsewhere, in Chromium")
			requireBrowser(t, "app/dist/index.html", "node_modules/axe-core", "node_modules/oidc-provider")
			if one.browser == firefox {
				requirePrograms(t, "firefox-esr")
			}
			walks(t, one.browser, one.profile)
		})
	}
}

const firefox = "firefox"

func walks(t *testing.T, browser string, p serverkit.Profile) {
	house := serverkit.NewHouse(t, p).With("CARPETA_APP=on")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	papers := importPapers(t, house, mine)
	files, who := "/", ""
	if p == serverkit.Distributed {
		files, who = house.S3.Endpoint+"/", startIssuer(t)
		house = house.With(signedInAt(who)...)
	} else {
		who = house.Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour)
	}
	s := house.Start(t)
	receipt := browseIn(t, browser, 15*time.Minute, "app/walk.mjs", s.URL, papers, files, who, mine.CiudadanoID)
	verifiesReceipt(t, house, receipt)
}

// TestAppInWebKit walks once through the application of a demonstration in Debian's WebKit, by its own WebDriver.
func TestAppInWebKit(t *testing.T) {
	t.Parallel()
	services.Night(t, "TestApp, in Chromium")
	requirePrograms(t, "node", "WebKitWebDriver", "Xvfb")
	requireBuilt(t, "app/dist/index.html")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	browse(t, 15*time.Minute, "app/webkit.mjs", s.URL)
}
