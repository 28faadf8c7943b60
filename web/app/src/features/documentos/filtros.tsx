import type { TipoDeDocumento } from '@carpeta-ciudadana/react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTextos } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Icono } from '../../shared/ui/icono';
import { OpcionesDeTipo } from '../../shared/ui/opciones-de-tipo';
import { ORDENES, type Busqueda, type Orden } from './busqueda';

/** The server is asked when the person pauses. */
const PAUSE = 300;

interface FiltrosProps {
  busqueda: Busqueda;
  buscar: (cambios: Partial<Busqueda>) => void;
  tipos: TipoDeDocumento[];
}

/** Words, kind, certified or not, and order. */
export function Filtros({ busqueda, buscar, tipos }: FiltrosProps) {
  const { filtros } = useTextos();
  return (
    <form className="busqueda" role="search" onSubmit={(event) => event.preventDefault()}>
      <Palabras texto={busqueda.texto} buscar={(texto) => buscar({ texto })} />
      <div className="fichas">
        <Ficha nombre={filtros.tipo} valor={busqueda.tipo} quitar={() => buscar({ tipo: '' })} elegir={(tipo) => buscar({ tipo })}>
          <option value="">{filtros.todos}</option>
          <OpcionesDeTipo tipos={tipos} />
        </Ficha>
        <Ficha
          nombre={filtros.certificado}
          valor={busqueda.certificado}
          quitar={() => buscar({ certificado: '' })}
          elegir={(certificado) => buscar({ certificado: certificado as Busqueda['certificado'] })}
        >
          <option value="">{filtros.todos}</option>
          <option value="si">{filtros.certificados}</option>
          <option value="no">{filtros.noCertificados}</option>
        </Ficha>
        <Ficha nombre={filtros.orden} valor={busqueda.orden} elegir={(orden) => buscar({ orden: orden as Orden })}>
          {Object.keys(ORDENES).map((orden) => (
            <option key={orden} value={orden}>
              {filtros.ordenes[orden as Orden]}
            </option>
          ))}
        </Ficha>
      </div>
    </form>
  );
}

/**
 * The words as they are typed. The address gets them when the person pauses; where it changed otherwise, the field follows.
 * Layout effects end when the screen is left, also while the next one still loads: from there a late search would pull back.
 */
function Palabras({ texto, buscar }: { texto: string; buscar: (texto: string) => void }) {
  const { filtros } = useTextos();
  const id = useId();
  const [typed, setTyped] = useState(texto);
  const sent = useRef(texto);
  useLayoutEffect(() => {
    if (texto === sent.current) return;
    sent.current = texto;
    setTyped(texto);
  }, [texto]);
  useLayoutEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      buscar(typed);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, buscar]);
  return (
    <div className="palabras">
      <label htmlFor={id} className="oculto">
        {filtros.texto}
      </label>
      <Icono nombre="buscar" chico />
      <input id={id} type="search" placeholder={filtros.ejemplo} maxLength={200} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </div>
  );
}

interface FichaProps {
  nombre: string;
  valor: string;
  elegir: (valor: string) => void;
  /** Absent where there is nothing to take away: something is always chosen. */
  quitar?: () => void;
  children: ReactNode;
}

/** A chip: what is narrowed, to what, and how to take it away. */
function Ficha({ nombre, valor, elegir, quitar, children }: FichaProps) {
  const { filtros } = useTextos();
  const id = useId();
  const guarda = useGuardaFoco<HTMLSpanElement>();
  const puesta = quitar !== undefined && valor !== '';
  return (
    <span className={puesta ? 'ficha puesta' : 'ficha'} {...guarda}>
      <label htmlFor={id}>{nombre}</label>
      <select id={id} value={valor} onChange={(event) => elegir(event.target.value)}>
        {children}
      </select>
      {puesta && (
        <Boton clase="discreto" aria-label={filtros.quitar(nombre)} onPress={quitar}>
          <Icono nombre="cerrar" chico />
        </Boton>
      )}
    </span>
  );
}
