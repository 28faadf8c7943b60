import type { Ingreso } from '@carpeta-ciudadana/cliente';
import * as oauth from 'oauth4webapi';
import type { Access } from './access';
import { keepBegun, takeBegun, type Begun } from './begun';
import { subjectOf } from './claims';
import { awaitAddress } from './handover';
import { NotSignedIn, type Motivo } from './not-signed-in';
import type { Settings, SignIn } from './settings';

export { handOver } from './handover';

const ANSWER = 30_000;
/** Who has to sign in again so soon got a token of a session that was ended: the issuer still knew them. */
const SO_SOON = 60_000;

/** One issuer and this client of it (code flow, PKCE, no secret). */
export interface Door {
  /** Leads the person to the issuer; this page ends. `anew`: they have just left, and have to say who they are. */
  leave: (anew: boolean) => Promise<void>;
  /** The person came back to this address: how they got in. Throws NotSignedIn. */
  enter: (address: URL) => Promise<Access>;
}

export function doorOf({ entrada, skew }: Settings & { entrada: SignIn }): Door {
  const redirect = `${location.origin}/app/`;
  const client: oauth.Client = { client_id: entrada.cliente, [oauth.clockSkew]: skew };
  const issuer = new URL(entrada.emisor);
  const options = {
    // Without TLS the server admits an issuer on its own machine only.
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    additionalParameters: new URLSearchParams(entrada.recurso ? { resource: entrada.recurso } : {}),
  };
  const soon = () => ({ ...options, signal: AbortSignal.timeout(ANSWER) });
  let server: Promise<oauth.AuthorizationServer> | undefined;
  const discover = () =>
    (server ??= oauth.discoveryRequest(issuer, soon()).then((answer) => oauth.processDiscoveryResponse(issuer, answer))).catch((cause) => {
      server = undefined; // it is asked again next time
      throw refusalOf(cause);
    });

  async function begin(place: string, { anew = false, acrValues, maxAge }: { anew?: boolean } & Ingreso = {}): Promise<{ address: URL; begun: Begun }> {
    const { authorization_endpoint } = await discover();
    const begun = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier: oauth.generateRandomCodeVerifier(), place };
    const address = new URL(authorization_endpoint ?? issuer);
    const params = {
      client_id: entrada.cliente,
      redirect_uri: redirect,
      response_type: 'code',
      scope: entrada.ambito,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...(anew && { prompt: 'login' }),
      ...(acrValues && { acr_values: acrValues.join(' ') }),
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
      ...(entrada.recurso && { resource: entrada.recurso }),
    };
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    return { address, begun };
  }

  /** Changes the code in an address into tokens. */
  async function redeem(address: URL, { state, nonce, verifier }: Begun): Promise<oauth.TokenEndpointResponse> {
    const at = await discover();
    try {
      const params = oauth.validateAuthResponse(at, client, address, state);
      const answer = await oauth.authorizationCodeGrantRequest(at, client, oauth.None(), params, redirect, verifier, soon());
      return await oauth.processAuthorizationCodeResponse(at, client, answer, { expectedNonce: nonce, requireIdToken: true });
    } catch (cause) {
      throw refusalOf(cause);
    }
  }

  /** Another token in place of one that ended; null if the person has to sign in. */
  async function refresh(token: string): Promise<oauth.TokenEndpointResponse | null> {
    const at = await discover();
    const answer = await oauth.refreshTokenGrantRequest(at, client, oauth.None(), token, soon());
    return oauth.processRefreshTokenResponse(at, client, answer).catch((cause: unknown) => {
      if (cause instanceof oauth.ResponseBodyError && cause.error === 'invalid_grant') return null;
      throw cause; // not now
    });
  }

  function accessOf(first: oauth.TokenEndpointResponse): Access {
    let current = first;
    let waiting: AbortController | undefined;
    let anewUntil = -Infinity;
    return {
      kind: 'oidc',
      async token({ renew }) {
        if (!renew) return current.access_token;
        const { refresh_token } = current;
        const next = refresh_token === undefined ? null : await refresh(refresh_token);
        if (next) current = { ...(refresh_token !== undefined && { refresh_token }), ...next };
        return next && next.access_token;
      },
      async again(ingreso) {
        waiting?.abort(); // for a window that the person closed
        waiting = new AbortController();
        const beside = open('about:blank', '_blank', 'popup,width=520,height=720'); // at once: a browser allows it to a click
        if (!beside) throw new NotSignedIn('ventana');
        const { address, begun } = await begin('', { ...ingreso, anew: Date.now() < anewUntil }).catch((cause) => {
          beside.close();
          throw cause;
        });
        const handed = awaitAddress(begun.state, waiting.signal);
        beside.location.assign(address.href);
        const next = await redeem(new URL(await handed), begun);
        const same = personOf(next) === personOf(first);
        if (same) current = next;
        anewUntil = same ? Date.now() + SO_SOON : Infinity; // the issuer would go on with somebody else
        return same;
      },
    };
  }

  return {
    async leave(anew) {
      const { address, begun } = await begin(location.pathname + location.search, { anew });
      keepBegun(begun);
      location.assign(address);
    },
    async enter(address) {
      const begun = takeBegun();
      if (begun?.state !== address.searchParams.get('state')) throw new NotSignedIn('ajena');
      return accessOf(await redeem(address, begun));
    },
  };
}

function personOf(tokens: oauth.TokenEndpointResponse): string | undefined {
  return oauth.getValidatedIdTokenClaims(tokens)?.sub ?? subjectOf(tokens.access_token);
}

const MOTIVOS: Record<string, Motivo> = {
  [oauth.JWT_TIMESTAMP_CHECK]: 'reloj',
  [oauth.JWT_CLAIM_COMPARISON]: 'ajena',
  [oauth.INVALID_RESPONSE]: 'ajena',
};

function refusalOf(cause: unknown): NotSignedIn {
  if (cause instanceof NotSignedIn) return cause;
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError) return new NotSignedIn('rechazada', cause);
  const code = (cause as { code?: string } | null)?.code ?? '';
  return new NotSignedIn(MOTIVOS[code] ?? 'emisor', cause);
}
