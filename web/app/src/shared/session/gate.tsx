import { onReturn, pauseOf, TIMING } from '@carpeta-ciudadana/cliente';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { diasDe } from '../hoy';
import { useTextos } from '../i18n/i18n';
import { mostrarIdentidad } from '../identidad';
import { Aviso, Cargando } from '../ui/estado';
import { later, Llegando } from '../ui/later';
import { Pagina } from '../ui/pagina';
import { demoAccess, type Access } from './access';
import { takeArrival } from './begun';
import type { Ways } from './entrada';
import { motivoOf, type Motivo } from './not-signed-in';
import { readSettings, tokenOf, type Settings, type SignIn } from './settings';

/** Forms come when somebody needs one. */
const Entrada = later(() => import('./entrada').then(({ Entrada: page }) => page));
const Entregada = later(() => import('./entrada').then(({ Entregada: page }) => page));

type Outside = { at: 'out'; settings: Settings; left: boolean; motivo?: Motivo };
type Inside = { at: 'in'; settings: Settings; access: Access };
type State = { at: 'asking' } | { at: 'unreachable'; tries: number } | { at: 'handed' } | Outside | Inside;

interface SessionGateProps {
  /** What the entrance is called. */
  titulo: string;
  /** What it says to somebody who has just left. */
  salida: string;
  /** Whom a visitor of the demonstration may be here, and what their button says. */
  visitantes: { rol: string; texto: string }[];
  /** Where other visitors of the demonstration enter. */
  otraPuerta: { href: string; texto: string };
  /** Visitors are inside at once, in this role. Whoever left stays outside until they come back. */
  alInstante?: string;
  /** What needs no session, at /verificar: shown to those who are not signed in, also where the server is not reached. */
  openToAll?: ReactNode;
  children: (access: Access, leave: () => void, settings: Settings) => ReactNode;
}

/** Shows its children to somebody who is signed in, and to everybody else how to sign in. */
export function SessionGate({ titulo, salida, visitantes, otraPuerta, alInstante, openToAll, children }: SessionGateProps) {
  const { sesion } = useTextos();
  const [isOpen] = useRoute('/verificar');
  const [state, setState] = useState<State>({ at: 'asking' });

  const underWay = useRef(false); // who comes back from the issuer arrives once
  const ask = useCallback(async (rol?: string, left = false, tries = 0) => {
    if (tries === 0) setState({ at: 'asking' });
    if (underWay.current) return;
    underWay.current = true;
    try {
      const settings = await readSettings();
      mostrarIdentidad(settings.identidad);
      diasDe(settings.zona);
      setState(await arrive(settings, rol, left));
    } catch {
      setState({ at: 'unreachable', tries: tries + 1 });
    } finally {
      underWay.current = false;
    }
  }, []);
  useEffect(() => void ask(alInstante), [ask, alInstante]);
  /** A page that was opened while the server was down is there when the server is. */
  useEffect(() => {
    if (state.at !== 'unreachable') return;
    const again = () => void ask(alInstante, false, state.tries);
    const timer = setTimeout(again, pauseOf(state.tries, 0, TIMING));
    const stop = onReturn(again);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [state, ask, alInstante]);
  const leave = useCallback(() => void ask(undefined, true), [ask]);

  const waysOf = ({ settings, left }: Outside): Ways => {
    const here = visitantes.filter(({ rol }) => tokenOf(settings, rol) !== undefined);
    return {
      visitantes: here.map(({ rol, texto }) => ({ texto, entrar: () => void ask(rol) })),
      ...(here.length > 0 && { otraPuerta }),
      ...(isElsewhere(settings) && { issuer: () => toTheIssuer(settings, left).then(setState) }),
      ...(!isElsewhere(settings) && { paste: (access: Access) => setState({ at: 'in', settings, access }) }),
    };
  };

  if (isOpen && openToAll && (state.at === 'out' || state.at === 'unreachable')) return openToAll;
  switch (state.at) {
    case 'asking':
      return <Cargando />;
    case 'unreachable':
      return (
        <main id="contenido" className="entrada">
          <Pagina titulo={titulo}>
            <Aviso falla={{ mensaje: sesion.noResponde }} reintentar={() => void ask(alInstante)} />
          </Pagina>
        </main>
      );
    case 'handed':
      return (
        <Llegando pantalla>
          <Entregada />
        </Llegando>
      );
    case 'out':
      return (
        <Llegando pantalla>
          <Entrada titulo={titulo} salida={state.left ? salida : undefined} motivo={state.motivo} ways={waysOf(state)} />
        </Llegando>
      );
    case 'in':
      return children(state.access, leave, state.settings);
  }
}

type SignedInElsewhere = Settings & { entrada: SignIn };
const isElsewhere = (settings: Settings): settings is SignedInElsewhere => settings.entrada !== undefined;

/** What signs in elsewhere comes when it is needed. */
const elsewhere = () => import('./oidc');

/** Leads the person to the issuer; where that is not possible, says why not. */
async function toTheIssuer(settings: SignedInElsewhere, left: boolean): Promise<State> {
  const out: Outside = { at: 'out', settings, left };
  try {
    await (await elsewhere()).doorOf(settings).leave(left);
    return out;
  } catch (cause) {
    return { ...out, motivo: motivoOf(cause) };
  }
}

/** Where a person is who opens the page: inside already, outside, or on their way back from the issuer. */
async function arrive(settings: Settings, rol: string | undefined, left: boolean): Promise<State> {
  const out: Outside = { at: 'out', settings, left };
  const token = rol === undefined ? undefined : tokenOf(settings, rol);
  if (rol !== undefined && token !== undefined) return { at: 'in', settings, access: demoAccess(rol, token) };
  const arrived = takeArrival();
  if (!arrived || !isElsewhere(settings)) return out;
  const { doorOf, handOver } = await elsewhere();
  if (!arrived.beganHere && (await handOver(arrived.state, arrived.address.href))) {
    close();
    return { at: 'handed' };
  }
  try {
    return { at: 'in', settings, access: await doorOf(settings).enter(arrived.address) };
  } catch (cause) {
    return { ...out, motivo: motivoOf(cause) };
  }
}
