import { useTiposDeDocumento } from '@carpeta-ciudadana/react';
import { useId } from 'react';
import { OpcionesDeTipo } from './opciones-de-tipo';
import './campos.css';

interface CampoTextoProps {
  nombre: string;
  valor: string;
  cambiar: (valor: string) => void;
  maximo: number;
  /** What is wrong with it. */
  falta?: string | undefined;
  requerido?: boolean;
}

/** A line of text with its name, and what is wrong with it. */
export function CampoTexto({ nombre, valor, cambiar, maximo, falta, requerido = false }: CampoTextoProps) {
  const id = useId();
  return (
    <div className="campo">
      <label htmlFor={id}>{nombre}</label>
      <input
        id={id}
        value={valor}
        maxLength={maximo}
        required={requerido}
        aria-invalid={falta !== undefined}
        aria-describedby={falta !== undefined ? `${id}-falta` : undefined}
        onChange={(event) => cambiar(event.target.value)}
      />
      {falta !== undefined && (
        <span id={`${id}-falta`} className="falta">
          {falta}
        </span>
      )}
    </div>
  );
}

interface CampoListaProps extends Omit<CampoTextoProps, 'maximo' | 'requerido'> {
  /** What '' stands for. */
  vacio: string;
  /** Each value, and what people read for it. */
  opciones: readonly (readonly [string, string])[];
}

/** One of a few, with its name, and what is wrong with it. */
export function CampoLista({ nombre, valor, cambiar, vacio, opciones, falta }: CampoListaProps) {
  const id = useId();
  const told = { 'aria-invalid': falta !== undefined, 'aria-describedby': falta === undefined ? undefined : `${id}-falta` };
  return (
    <div className="campo">
      <label htmlFor={id}>{nombre}</label>
      <select id={id} value={valor} {...told} onChange={(event) => cambiar(event.target.value)}>
        <option value="">{vacio}</option>
        {opciones.map(([one, dicho]) => (
          <option key={one} value={one}>
            {dicho}
          </option>
        ))}
      </select>
      {falta !== undefined && (
        <span id={`${id}-falta`} className="falta">
          {falta}
        </span>
      )}
    </div>
  );
}

/** The kind of a document, by its code. One that is out of use stays where it is chosen already. */
export function CampoTipo({ nombre, valor, cambiar }: { nombre: string; valor: string; cambiar: (valor: string) => void }) {
  const { tipos = [] } = useTiposDeDocumento();
  const id = useId();
  return (
    <div className="campo">
      <label htmlFor={id}>{nombre}</label>
      <select id={id} value={valor} onChange={(event) => cambiar(event.target.value)}>
        <OpcionesDeTipo tipos={tipos.filter(({ activo, codigo }) => activo || codigo === valor)} />
      </select>
    </div>
  );
}
