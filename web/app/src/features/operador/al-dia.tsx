import { useEffect, useRef } from 'react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { textos as deOperador } from './textos';

/** A list of this console is read again so often, in milliseconds. Not more often: each reading is told to citizens. */
export const CADENCIA = 30_000;

/** Nobody looks at a page that is hidden. */
export const sondeo = { pollInterval: CADENCIA, skipPollAttempt: () => document.hidden, notifyOnNetworkStatusChange: true };

/** Whoever turns to another window for so long, in milliseconds, finds the page up to date when they come back. */
const AUSENCIA = 5_000;

/** Does something when somebody comes back to the page. */
export function useAlVolver(hacer: () => void) {
  const newest = useRef(hacer);
  useEffect(() => {
    newest.current = hacer;
  });
  useEffect(() => {
    let left: number | undefined;
    const leave = () => {
      left ??= Date.now();
    };
    const comeBack = () => {
      const away = left === undefined ? 0 : Date.now() - left;
      left = undefined;
      if (away >= AUSENCIA) newest.current();
    };
    const turn = () => (document.hidden ? leave() : comeBack());
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('blur', leave);
    window.addEventListener('focus', comeBack);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', comeBack);
    };
  }, []);
}

export function AlDia({ cargando, actualizar }: { cargando: boolean; actualizar: () => void }) {
  const textos = useTextosDe(deOperador);
  return (
    <p className="detalle">
      <Boton clase="discreto" ocupado={cargando} onPress={actualizar}>
        {textos.actualizar}
      </Boton>
    </p>
  );
}

/** An event's id as people tell it apart. */
export const corto = (eventoId: string) => eventoId.slice(-8);

export function useMomento() {
  const { momento } = useFormatos();
  return (iso: string | null | undefined) => (iso ? momento(iso) : '');
}
