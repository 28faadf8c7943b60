/** What has to outlive the way to the issuer and back. It opens nothing without the code, and is read once. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  /** Where the person was; '' in a window that is only there to sign in. */
  place: string;
}

const KEPT = 'carpeta.entrada';

export function keepBegun(begun: Begun): void {
  sessionStorage.setItem(KEPT, JSON.stringify(begun));
}

export function takeBegun(): Begun | undefined {
  const begun = peekBegun();
  sessionStorage.removeItem(KEPT);
  return begun;
}

function peekBegun(): Begun | undefined {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? undefined : (JSON.parse(kept) as Begun);
}

/** The address that the issuer sent the person to. */
interface Arrival {
  state: string;
  address: URL;
  /** This window began to sign in, and no other one waits for the address. */
  beganHere: boolean;
}

let arrived: Arrival | undefined;

/**
 * Notes an arrival, and goes on to where the person was: each part of the application has an entrance of its own, and the
 * issuer knows one address. To be called once, before anything is shown: the code is for nobody else, and of no use twice.
 */
export function noteArrival(): void {
  const state = stateIn(location);
  if (state === undefined) return;
  const begun = peekBegun();
  const beganHere = begun?.state === state;
  arrived = { state, address: new URL(location.href), beganHere };
  history.replaceState(null, '', beganHere ? begun.place : '/app/');
}

/** The state in such an address. */
function stateIn({ search }: { search: string }): string | undefined {
  const params = new URLSearchParams(search);
  return params.has('code') || params.has('error') ? (params.get('state') ?? '') : undefined;
}

export function takeArrival(): Arrival | undefined {
  const taken = arrived;
  arrived = undefined;
  return taken;
}
