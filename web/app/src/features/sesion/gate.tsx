import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { demoAccess, pastedAccess, type Access } from '../../shared/session/access';
import { readSettings, type Settings } from '../../shared/session/settings';
import { useTextos } from '../../shared/i18n/i18n';
import { Aviso, Cargando } from '../../shared/ui/estado';

/** Forms come when somebody needs one. */
const Entrada = lazy(() => import('./entrada').then(({ Entrada: page }) => ({ default: page })));

type State = { at: 'asking' } | { at: 'unreachable' } | { at: 'out'; settings: Settings; left: boolean } | { at: 'in'; access: Access };

/** Shows its children to somebody who is signed in, and to everybody else how to sign in. */
export function SessionGate({ children }: { children: (access: Access, leave: () => void) => ReactNode }) {
  const { sesion } = useTextos();
  const [state, setState] = useState<State>({ at: 'asking' });

  const ask = useCallback(async (left: boolean) => {
    setState({ at: 'asking' });
    try {
      const settings = await readSettings();
      // A demonstration begins inside; whoever left stays outside until they come back.
      if (settings.token !== undefined && !left) setState({ at: 'in', access: demoAccess(settings.token) });
      else setState({ at: 'out', settings, left });
    } catch {
      setState({ at: 'unreachable' });
    }
  }, []);
  useEffect(() => void ask(false), [ask]);
  const leave = useCallback(() => void ask(true), [ask]);

  switch (state.at) {
    case 'asking':
      return <Cargando />;
    case 'unreachable':
      return <Aviso falla={{ mensaje: sesion.noResponde }} reintentar={() => void ask(false)} />;
    case 'out':
      return (
        <Suspense fallback={<Cargando />}>
          <Entrada
            left={state.left}
            enterDemo={state.settings.token === undefined ? undefined : () => void ask(false)}
            enterWith={(token) => setState({ at: 'in', access: pastedAccess(token) })}
          />
        </Suspense>
      );
    case 'in':
      return children(state.access, leave);
  }
}
