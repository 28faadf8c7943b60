import { useId, type FormEvent } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { CampoTexto } from '../../../shared/ui/campos';
import { GRAVEDADES, RESULTADOS, SERVICIOS, TIPOS } from './nombres';
import { RELATIVOS, type Extremo, type Faltas, type Pedido } from './pedido';
import { textos as deRastro } from './textos';

interface FiltrosProps {
  pedido: Pedido;
  cambiar: (cambios: Partial<Pedido>) => void;
  faltas: Faltas;
  buscar: () => void;
  ocupado: boolean;
  /** Whether the person may read more than one operador's trail. */
  deVarios: boolean;
}

/** The seven filters of S-STORAGE-010, and for auditors whose trail. */
export function Filtros({ pedido, cambiar, faltas, buscar, ocupado, deVarios }: FiltrosProps) {
  const textos = useTextosDe(deRastro);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ocupado) buscar();
  };
  return (
    <form role="search" aria-label={textos.filtros} onSubmit={submit} noValidate>
      {deVarios && (
        <>
          <CampoTexto nombre={textos.operadorId} valor={pedido.operadorId} cambiar={(operadorId) => cambiar({ operadorId })} maximo={128} falta={faltas.operadorId} />
          <p className="detalle">{textos.operadorAyuda}</p>
        </>
      )}
      <div className="en-fila">
        <CampoTexto nombre={textos.correlationId} valor={pedido.correlationId} cambiar={(correlationId) => cambiar({ correlationId })} maximo={128} falta={faltas.correlationId} />
        <Lista nombre={textos.tipo} valor={pedido.tipo} cambiar={(tipo) => cambiar({ tipo })} valores={TIPOS} />
        <Lista nombre={textos.servicio} valor={pedido.servicio} cambiar={(servicio) => cambiar({ servicio })} valores={SERVICIOS} />
        <Lista nombre={textos.outcome} valor={pedido.outcome} cambiar={(outcome) => cambiar({ outcome })} valores={RESULTADOS} textos={textos.resultados} />
        <Lista nombre={textos.severity} valor={pedido.severity} cambiar={(severity) => cambiar({ severity })} valores={GRAVEDADES} textos={textos.gravedades} />
        <Tiempo parte="desde" extremo={pedido.desde} cambiar={(desde) => cambiar({ desde })} falta={faltas.desde} />
        <Tiempo parte="hasta" extremo={pedido.hasta} cambiar={(hasta) => cambiar({ hasta })} falta={faltas.hasta} />
      </div>
      <Boton type="submit" clase="principal" ocupado={ocupado}>
        {textos.buscar}
      </Boton>
    </form>
  );
}

interface ListaProps<T extends string> {
  nombre: string;
  valor: T | '';
  cambiar: (valor: T | '') => void;
  /** Its name on the REST face, which is shown too. */
  valores: Record<T, string>;
  textos?: Record<T, string>;
}

function Lista<T extends string>({ nombre, valor, cambiar, valores, textos }: ListaProps<T>) {
  const { todos } = useTextosDe(deRastro);
  const id = useId();
  return (
    <div className="campo">
      <label htmlFor={id}>{nombre}</label>
      <select id={id} value={valor} onChange={(event) => cambiar(event.target.value as T | '')}>
        <option value="">{todos}</option>
        {(Object.keys(valores) as T[]).map((one) => (
          <option key={one} value={one}>
            {textos ? `${textos[one]} (${valores[one]})` : valores[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TiempoProps {
  parte: 'desde' | 'hasta';
  extremo: Extremo;
  cambiar: (extremo: Extremo) => void;
  falta: string | undefined;
}

/** An end of the time: open, so long ago, or a moment that is typed. */
function Tiempo({ parte, extremo, cambiar, falta }: TiempoProps) {
  const textos = useTextosDe(deRastro);
  const id = useId();
  const told = { 'aria-invalid': falta !== undefined, 'aria-describedby': falta === undefined ? undefined : `${id}-falta` };
  return (
    <div className="campo">
      <label htmlFor={id}>{textos[parte]}</label>
      <select id={id} value={extremo.forma} {...told} onChange={(event) => cambiar({ ...extremo, forma: event.target.value as Extremo['forma'] })}>
        <option value="">{textos.abierto}</option>
        {RELATIVOS.map((one) => (
          <option key={one} value={one}>
            {textos.hace[one]}
          </option>
        ))}
        <option value="fecha">{textos.fecha}</option>
      </select>
      {extremo.forma === 'fecha' && (
        <input
          type="datetime-local"
          step="1"
          aria-label={textos.fechaDe[parte]}
          value={extremo.fecha}
          {...told}
          onChange={(event) => cambiar({ ...extremo, fecha: event.target.value })}
        />
      )}
      {falta !== undefined && (
        <span id={`${id}-falta`} className="falta">
          {falta}
        </span>
      )}
    </div>
  );
}
