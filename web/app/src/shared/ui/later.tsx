import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';
import { Cargando } from './estado';
import { Pagina } from './pagina';

/** Milliseconds. A part that did not come is asked for again, less and less often. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** After so long the person is told that it does not come. */
const LATE = 8_000;

/**
 * A part of the application that comes when it is shown. Without a network, or while the server is replaced, it is asked
 * for until it is there: for a part that failed React would take the whole page away, with what was typed in it.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  return Object.assign(
    lazy(async () => ({ default: await persist(load) })),
    { load },
  );
}

/** Fetches parts before anybody asks for them, once the page has nothing else to do: they are there without a network. */
export function usePrefetched(parts: readonly { load: () => Promise<unknown> }[]) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { load } of parts) load().catch(() => {}); // it is asked for again when it is shown
    }, LATE);
    return () => clearTimeout(timer);
  }, [parts]);
}

/** Around parts that come later: what is shown until they are there. `pantalla` says that it is a whole screen. */
export function Llegando({ pantalla = false, children }: { pantalla?: boolean; children: ReactNode }) {
  return <Suspense fallback={<Espera pantalla={pantalla} />}>{children}</Suspense>;
}

function Espera({ pantalla }: { pantalla: boolean }) {
  const { llegando } = useTextos();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return <Cargando />;
  const told = (
    <div role="status">
      <p>{llegando.tarda}</p>
      <Boton onPress={() => location.reload()}>{llegando.recargar}</Boton>
    </div>
  );
  return pantalla ? <Pagina titulo={llegando.titulo}>{told}</Pagina> : told;
}

/** Styles that did not come. Vite asks for each of them once, and takes the part for whole the next time. */
const missing = new Set<HTMLLinkElement>();
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missing.add(target), true);

function stylesAgain() {
  const all = [...missing];
  missing.clear();
  return Promise.all(
    all.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      return new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', reject);
        link.replaceWith(again);
      });
    }),
  );
}

async function persist<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const part = await load();
      await stylesAgain();
      return part;
    } catch {
      await passed(pause);
    }
  }
}

/** Waits; less if the network comes back meanwhile. */
function passed(milliseconds: number) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}
