import type { Conexion } from '@carpeta-ciudadana/cliente';
import { useOcupado } from '@carpeta-ciudadana/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTextos } from '../shared/i18n/i18n';
import { useAnnounce } from '../shared/ui/announcer';

/** A connection that comes back at once is not worth a word. */
const PATIENCE = 2_000;

/** Says that what is shown may be old, and that it is right again. */
export function Connection({ conexion }: { conexion: Conexion }) {
  const { conexion: textos } = useTextos();
  const announce = useAnnounce();
  const online = useSyncExternalStore(listen, () => navigator.onLine);
  const lost = useLasting(conexion === 'reconectando', PATIENCE);
  const busy = useLasting(useOcupado(), PATIENCE);
  const text = !online ? textos.sinRed : lost ? textos.reconectando : busy ? textos.ocupado : undefined;

  const was = useRef(false);
  useEffect(() => {
    if (text) announce(text);
    else if (was.current) announce(textos.deVuelta);
    was.current = text !== undefined;
  }, [text, announce, textos]);
  return (
    text && (
      <section className="conexion" aria-label={textos.titulo}>
        {text}
      </section>
    )
  );
}

/** Whether something is so, and was so for a while. */
function useLasting(so: boolean, milliseconds: number) {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(so), so ? milliseconds : 0);
    return () => clearTimeout(timer);
  }, [so, milliseconds]);
  return so && lasting;
}

function listen(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
