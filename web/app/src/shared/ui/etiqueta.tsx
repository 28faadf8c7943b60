import type { ReactNode } from 'react';
import { Icono, type NombreDeIcono } from './icono';
import './etiqueta.css';

export type Tono = 'neutro' | 'bien' | 'cuidado' | 'peligro';

/** A word or two about a thing: what state it is in. */
export function Etiqueta({ tono = 'neutro', icono, children }: { tono?: Tono; icono?: NombreDeIcono; children: ReactNode }) {
  return (
    <span className={`etiqueta tono-${tono}`}>
      {icono && <Icono nombre={icono} chico />}
      {children}
    </span>
  );
}
