import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { AtrasoDocument } from './generado/graphql';
import { useDeQuien } from './puesto';
import { textos as deOperador } from './textos';

/** How often this console looks whether something changed, in milliseconds. */
const CADENCIA = 30_000;

/** Rows of a page of its lists. */
export const POR_PAGINA = 50;

/** Does something again and again, as long as somebody looks at the page. */
export function useCadaRato(hacer: () => void) {
  const newest = useEffectEvent(hacer);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || newest(), CADENCIA);
    return () => clearInterval(timer);
  }, []);
}

/**
 * Reads a list of deletions again when somebody comes back, and when their numbers have changed. Each reading of the list
 * is told to the citizens, row by row; the numbers name nobody, and nobody is told of them.
 */
export function useAlCambiar(recargar: () => void) {
  const { operadorId } = useDeQuien();
  const { data } = useQuery(AtrasoDocument, { variables: { operadorId }, fetchPolicy: 'no-cache', pollInterval: CADENCIA, skipPollAttempt: () => document.hidden });
  const numeros = data?.atraso && JSON.stringify(data.atraso.map(({ estado, total, masAntigua }) => [estado, total, masAntigua]));
  const before = useRef<string>(undefined);
  const reload = useEffectEvent(recargar);
  useEffect(() => {
    if (before.current !== undefined && numeros !== undefined && numeros !== before.current) reload();
    before.current = numeros ?? before.current;
  }, [numeros]);
  useAlVolver(recargar);
}

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
  const { instante: momento } = useFormatos();
  return (iso: string | null | undefined) => (iso ? momento(iso) : '');
}

/** The next page of a list. */
export function CargarMas({ hayMas, cargandoMas, cargarMas, children }: { hayMas: boolean; cargandoMas: boolean; cargarMas: () => Promise<void>; children?: string }) {
  const textos = useTextosDe(deOperador);
  if (!hayMas) return null;
  return (
    <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
      {children ?? textos.cargarMas}
    </Boton>
  );
}
