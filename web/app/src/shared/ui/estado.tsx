import type { Falla } from '@carpeta-ciudadana/cliente';
import type { ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';
import { useGuardaFoco } from './foco';
import { Icono, type NombreDeIcono } from './icono';
import './estado.css';
import './nota.css';
import './tarjeta.css';

export function Cargando() {
  const { cargando } = useTextos();
  return (
    <p className="estado" role="status">
      {cargando}
    </p>
  );
}

/** Rows that are on their way: the page keeps their place. */
export function Esqueleto({ filas = 6 }: { filas?: number }) {
  const { cargando } = useTextos();
  return (
    <div role="status">
      <span className="oculto">{cargando}</span>
      <div className="esqueleto" aria-hidden="true">
        {Array.from({ length: filas }, (_, i) => (
          <i key={i} />
        ))}
      </div>
    </div>
  );
}

/** A place without anything in it, what would be there, and how to begin. */
export function Vacio({ titulo, icono, children }: { titulo: string; icono?: NombreDeIcono; children?: ReactNode }) {
  return (
    <div className="estado">
      {icono && <Icono nombre={icono} />}
      <h2>{titulo}</h2>
      {children}
    </div>
  );
}

/** A sentence that stands out, and is no failure. */
export function Nota({ tono = 'neutro', icono = 'info', children }: { tono?: 'neutro' | 'bien' | 'cuidado' | 'peligro'; icono?: NombreDeIcono; children: ReactNode }) {
  return (
    <div className={`nota tono-${tono}`}>
      <Icono nombre={icono} />
      <div>{children}</div>
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
      <Icono nombre="cuidado" />
      <div>
        <p>{dicho(falla)}</p>
        {reintentar && <Boton onPress={reintentar}>{textos.reintentar}</Boton>}
      </div>
    </div>
  );
}
