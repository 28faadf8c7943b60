import type { Falla } from '@carpeta-ciudadana/cliente';
import type { ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';
import { useGuardaFoco } from './foco';

export function Cargando() {
  const { cargando } = useTextos();
  return (
    <p className="estado" role="status">
      {cargando}
    </p>
  );
}

/** A place without anything in it, and what would be there. */
export function Vacio({ titulo, children }: { titulo: string; children?: ReactNode }) {
  return (
    <div className="estado">
      <h2>{titulo}</h2>
      {children}
    </div>
  );
}

/** With a code it is the server's, in the language of the page, or the kit's, in Spanish. */
export type Aviso = Pick<Falla, 'mensaje' | 'recuperacion'> & Partial<Pick<Falla, 'codigo' | 'campos'>>;

/** How a failure is told, in the language of the page. */
export function useDicho() {
  const { errores } = useTextos();
  const deCampo = useDichoDeCampo();
  return ({ codigo = '', mensaje, recuperacion = '', campos = [] }: Aviso) =>
    errores[codigo] ?? [mensaje, recuperacion, ...campos.map(deCampo)].filter(Boolean).join(' ');
}

/** What is wrong with a field that no form shows, with its name. */
function useDichoDeCampo() {
  const { campo: told, campos: names } = useTextos();
  return ({ campo, mensaje }: NonNullable<Falla['campos']>[number]) => {
    const name = names[campo.split('.').at(-1) ?? ''];
    return name ? told(name, mensaje) : mensaje;
  };
}

/** What went wrong, and what to do. */
export function Aviso({ falla, reintentar }: { falla: Aviso; reintentar?: () => void }) {
  const textos = useTextos();
  const dicho = useDicho();
  const guarda = useGuardaFoco<HTMLDivElement>();
  return (
    <div className="aviso" role="alert" {...guarda}>
      <p>{dicho(falla)}</p>
      {reintentar && <Boton onPress={reintentar}>{textos.reintentar}</Boton>}
    </div>
  );
}
