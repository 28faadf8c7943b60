import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { demoAccess, pastedAccess, type Access } from '../../shared/session/access';
import { handOver, stateIn } from '../../shared/session/handover';
import { motivoOf, type Motivo } from '../../shared/session/not-signed-in';
import { readSettings, type Settings, type SignIn } from '../../shared/session/settings';
import { useTextos } from '../../shared/i18n/i18n';
import { Aviso, Cargando } from '../../shared/ui/estado';
import type { Ways } from './entrada';

/** Forms come when somebody needs one. */
const Entrada = lazy(() => import('./entrada').then(({ Entrada: page }) => ({ default: page })));
const Entregada = lazy(() => import('./entrada').then(({ Entregada: page }) => ({ default: page })));

type Outside = { at: 'out'; settings: Settings; left: boolean; motivo?: Motivo };
type State = { at: 'asking' } | { at: 'unreachable' } | { at: 'handed' } | Outside | { at: 'in'; access: Access };

interface SessionGateProps {
  /** What needs no session, at /verificar: shown to those who are not signed in, also where the server is not reached. */
  openToAll: ReactNode;
  children: (access: Access, leave: () => void) => ReactNode;
}

/** Shows its children to somebody who is signed in, and to everybody else how to sign in. */
export function SessionGate({ openToAll, children }: SessionGateProps) {
  const { sesion } = useTextos();
  const [isOpen] = useRoute('/verificar');
  const [state, setState] = useState<State>({ at: 'asking' });

  const ask = useCallback(async (left: boolean) => {
    setState({ at: 'asking' });
    try {
      setState(await arrive(await readSettings(), left));
    } catch {
      setState({ at: 'unreachable' });
    }
  }, []);
  useEffect(() => void ask(false), [ask]);
  const leave = useCallback(() => void ask(true), [ask]);

  if (isOpen && (state.at === 'out' || state.at === 'unreachable')) return openToAll;
  switch (state.at) {
    case 'asking':
      return <Cargando />;
    case 'unreachable':
      return <Aviso falla={{ mensaje: sesion.noResponde }} reintentar={() => void ask(false)} />;
    case 'handed':
      return (
        <Suspense fallback={<Cargando />}>
          <Entregada />
        </Suspense>
      );
    case 'out':
      return (
        <Suspense fallback={<Cargando />}>
          <Entrada left={state.left} motivo={state.motivo} ways={waysOf(state, setState, () => void ask(false))} />
        </Suspense>
      );
    case 'in':
      return children(state.access, leave);
  }
}

function waysOf(out: Outside, show: (state: State) => void, again: () => void): Ways {
  const { settings, left } = out;
  if (settings.token !== undefined) return { demo: again };
  if (!isElsewhere(settings)) return { paste: (token) => show({ at: 'in', access: pastedAccess(token) }) };
  return {
    issuer: async () => {
      try {
        await (await openDoor(settings)).door.leave(left);
      } catch (cause) {
        show({ ...out, motivo: motivoOf(cause) });
      }
    },
  };
}

type SignedInElsewhere = Settings & { entrada: SignIn };
const isElsewhere = (settings: Settings): settings is SignedInElsewhere => settings.entrada !== undefined;

/** What signs in elsewhere comes when it is needed. */
async function openDoor(settings: SignedInElsewhere) {
  const { beganHere, doorOf } = await import('../../shared/session/oidc');
  return { beganHere, door: doorOf(settings) };
}

/** Where a person is who opens the page: inside already, outside, or on their way back from the issuer. */
async function arrive(settings: Settings, left: boolean): Promise<State> {
  // A demonstration begins inside; whoever left stays outside until they come back.
  if (settings.token !== undefined && !left) return { at: 'in', access: demoAccess(settings.token) };
  const state = stateIn(location);
  if (state === undefined || !isElsewhere(settings)) return { at: 'out', settings, left };

  const address = new URL(location.href);
  history.replaceState(null, '', '/app/'); // the code is for nobody else, and of no use twice
  const { beganHere, door } = await openDoor(settings);
  if (!beganHere(state) && (await handOver(state, address.href))) {
    close();
    return { at: 'handed' };
  }
  try {
    const { access, place } = await door.enter(address);
    history.replaceState(null, '', place);
    return { at: 'in', access };
  } catch (cause) {
    return { at: 'out', settings, left, motivo: motivoOf(cause) };
  }
}
