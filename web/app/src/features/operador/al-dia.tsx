import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { textos as deOperador } from './textos';

/** A list of this console is read again so often, in milliseconds. Not more often: each reading is told to citizens. */
export const CADENCIA = 30_000;

/** Nobody looks at a page that is hidden. */
export const sondeo = { pollInterval: CADENCIA, skipPollAttempt: () => document.hidden, notifyOnNetworkStatusChange: true };

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
