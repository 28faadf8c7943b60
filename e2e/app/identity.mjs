// How a person signs in, in the ways that a test has: at its issuer (issuer.mjs), or with a token.
/** Where the page of the test's issuer gets a font: nothing is asked there. */
const FONT = 'https://fonts.googleapis.com/';

/** What people do at an issuer, who come from the application at `base`; `citizen` is who they are, unless it is said. */
export function identityAt(issuer, base, citizen) {
  return {
    /** Keeps the issuer's page from asking elsewhere. */
    async fontless(context) {
      await context.route(`${FONT}**`, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    },

    /** Whether the fault is one of the issuer's own page: it has no icon, and a font of others. */
    isItsOwn: (fault) => fault.startsWith(issuer) || fault.startsWith(FONT),

    async toTheIssuer(person) {
      await person.press('Entrar');
      await person.page.waitForURL((url) => url.origin === issuer);
    },

    /** Says who the person is, where that is asked, and agrees. */
    async identifies(page, who = citizen) {
      const login = page.locator('input[name=login]');
      const consent = page.getByRole('button', { name: 'Continue' });
      const back = page.waitForURL((url) => url.origin === new URL(base).origin).then(() => false, () => false); // a window beside it closes
      await login.or(consent).first().waitFor();
      if (await login.isVisible()) {
        await login.fill(who);
        await page.locator('input[name=password]').fill('cualquiera');
        await page.getByRole('button', { name: 'Sign-in' }).click();
      }
      const asked = await Promise.race([consent.waitFor().then(() => true), back]); // not of those who agreed before
      if (asked) await consent.click();
      await back;
    },
  };
}

/** Comes in with a token, where people paste one. */
export async function entersWith(person, token) {
  await person.page.getByLabel('Código de acceso', { exact: true }).fill(token);
  await person.press('Entrar');
}
