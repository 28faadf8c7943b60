// node issuer.mjs [LIFE] — an OpenID Connect provider of a test's own (oidc-provider), which says its address on its first line.
// Whoever signs in is the citizen of that name; ROLE@OPERADOR is somebody of an operador's staff. Tokens tell when and at which
// level, as RFC 9470 has it: who signs in for acr_values has the first of them, and others have none. GET /visto tells what
// happened; POST /olvidar ends every refresh token, until /recordar; after POST /confiar nobody agrees twice to the same, until
// /desconfiar; POST /envejecer makes the session an hour older.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const { Provider, interactionPolicy } = await import(createRequire(new URL('../../web/app/package.json', import.meta.url)).resolve('oidc-provider'));

/** Seconds that a token of the API lives: it ends in the middle of what a person does. */
const LIFE = Number(process.argv[2] ?? 20);
const RESOURCE = 'https://carpeta.prueba';

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const seen = { refreshed: 0, refused: 0 };
let forgets = false;
let trusts = false;
let session;

function rolesOf(id) {
  const [rol, operador] = id.split('@');
  return operador ? { roles: [rol], operador } : { roles: ['ciudadano'] };
}

/** How and when the person of a token signed in; a refreshed one says the same. */
function signInOf({ entities: { AuthorizationCode, RefreshToken } }) {
  const { authTime, acr } = AuthorizationCode ?? RefreshToken;
  return { auth_time: authTime, acr };
}

/** Whom a request of the application has say who they are, or agree. */
function policy() {
  const { Check, base } = interactionPolicy;
  const prompts = base();
  const level = new Check('acr', 'another level is asked for', ({ oidc: { params, session, result } }) => {
    const wanted = params.acr_values?.split(' ') ?? [];
    if (wanted.length === 0 || wanted.includes(session.acr)) return Check.NO_NEED_TO_PROMPT;
    if (!result?.login) return Check.REQUEST_PROMPT;
    session.acr = wanted[0];
    return Check.NO_NEED_TO_PROMPT;
  });
  prompts.get('login').checks.push(level);
  const agrees = prompts.get('consent').checks.get('native_client_prompt');
  const { check } = agrees;
  agrees.check = (context) => (trusts ? Check.NO_NEED_TO_PROMPT : check(context));
  return prompts;
}

const provider = new Provider(issuer, {
  // A native client: any port of this machine may be the server under test.
  clients: [
    {
      client_id: 'carpeta-app',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1/app/'],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'prueba', use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['de prueba'] },
  clientBasedCORS: (_, origin) => origin.startsWith('http://127.0.0.1:'),
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  issueRefreshToken: () => true,
  extraTokenClaims: ({ oidc }, { accountId }) => ({ ...rolesOf(accountId), ...signInOf(oidc) }),
  acrValues: ['alto'],
  interactions: { policy: policy() },
  features: {
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ scope: '', audience: 'carpeta', accessTokenTTL: LIFE, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
      useGrantedResource: () => true,
      defaultResource: () => RESOURCE,
    },
  },
  ttl: { AccessToken: LIFE, IdToken: 3600, Interaction: 3600, Session: 86400, Grant: 86400, RefreshToken: 86400 },
});
provider.on('grant.success', ({ oidc }) => (seen.refreshed += oidc.params.grant_type === 'refresh_token' ? 1 : 0));
provider.on('grant.error', () => seen.refused++);
provider.on('session.saved', (saved) => (session = saved));
provider.on('server_error', (_, error) => console.error(error));

const answer = provider.callback();
server.on('request', async (request, response) => {
  if (request.url === '/visto') return response.end(JSON.stringify(seen));
  if (request.url === '/olvidar') return (forgets = true), response.end();
  if (request.url === '/recordar') return (forgets = false), response.end();
  if (request.url === '/confiar') return (trusts = true), response.end();
  if (request.url === '/desconfiar') return (trusts = false), response.end();
  if (request.url === '/envejecer') {
    session.loginTs -= 3600;
    await session.persist();
    return response.end();
  }
  if (forgets && request.method === 'POST' && request.url === '/token') {
    seen.refused++;
    response.writeHead(400, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    return response.end(JSON.stringify({ error: 'invalid_grant' }));
  }
  return answer(request, response);
});
console.log(issuer);
