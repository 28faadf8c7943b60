import { useMutation } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useMotivo } from '../../shared/eliminar/motivo';
import { useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Cargando, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { AlDia, CargarMas, corto, POR_PAGINA, useAlCambiar, useMomento } from './al-dia';
import { Barras } from './barras';
import { ConfirmarAprobacion } from './confirmar-aprobacion';
import { ElegirOperador } from './elegir';
import { Fallo } from './fallo';
import { EliminacionesPorAtenderDocument, ReintentarEliminacionDocument, type EliminacionDeListaFragment, type EliminacionesPorAtenderQuery } from './generado/graphql';
import { PorQue } from './por-que';
import { useDeQuien, usePuesto } from './puesto';
import { textos as deOperador } from './textos';

/** The deletions that may need somebody. */
export function EliminacionesPage() {
  const { eliminaciones: textos } = useTextosDe(deOperador);
  const { falta } = useDeQuien();
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <ElegirOperador />
      {falta ? <p>{textos.elija}</p> : <Lista />}
    </Pagina>
  );
}

function Lista() {
  const { eliminaciones: textos } = useTextosDe(deOperador);
  const { operadorId } = useDeQuien();
  const { filas: rows, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: EliminacionesPorAtenderDocument, variables: { operadorId, first: POR_PAGINA }, lista: porAtender });
  useAlCambiar(() => void recargar());
  return (
    <>
      <AlDia cargando={cargando || actualizando} actualizar={() => void recargar()} />
      {falla && <Fallo falla={falla} />}
      {!rows && !falla && <Cargando />}
      {rows?.length === 0 && <Vacio titulo={textos.ninguna} />}
      {rows && rows.length > 0 && <Barras titulo={mas.hayMas ? textos.resumenDeEstas(rows.length) : textos.resumen} columnas={{ nombre: textos.paso, valor: textos.cuantas }} valores={porPaso(rows, textos.pasos)} />}
      <ul className="tarjetas">
        {rows?.map((row) => (
          <Fila key={row.id} row={row} />
        ))}
      </ul>
      {mas.hayMas && <p>{textos.hayMas(rows?.length ?? 0)}</p>}
      <CargarMas {...mas} />
    </>
  );
}

const porAtender = (data: EliminacionesPorAtenderQuery) => data.eliminaciones;

function porPaso(rows: EliminacionDeListaFragment[], nombres: Record<EliminacionDeListaFragment['pasoActual'], string>) {
  const counts = new Map<string, number>();
  for (const { pasoActual } of rows) counts.set(nombres[pasoActual], (counts.get(nombres[pasoActual]) ?? 0) + 1);
  return [...counts].map(([nombre, valor]) => ({ nombre, valor }));
}

function Fila({ row }: { row: EliminacionDeListaFragment }) {
  const { eliminaciones: textos } = useTextosDe(deOperador);
  const momento = useMomento();
  const motivo = useMotivo();
  const { roles } = usePuesto();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const [open, setOpen] = useState(false);
  const { eventoId, estado, pasoActual, progreso, solicitadaEn, errores } = row;
  const ultimo = errores.at(-1);
  return (
    <li className="tarjeta" {...guarda}>
      <p>
        <strong>{textos.pasos[pasoActual]}</strong> · {textos.estados[estado]} · <code>{corto(eventoId)}</code>
      </p>
      <p className="detalle">
        {textos.pedida(momento(solicitadaEn))}
        {progreso.intento > 0 && ` · ${textos.intento(progreso.intento)}`}
        {progreso.proximoReintento && ` · ${textos.proximo(momento(progreso.proximoReintento))}`}
      </p>
      {ultimo && (
        <p className="detalle">
          <code>{ultimo.codigo}</code> {motivo(ultimo, estado)}
        </p>
      )}
      <div className="botones">
        <Boton aria-expanded={open} aria-label={textos.porQueDe(corto(eventoId))} onPress={() => setOpen(!open)}>
          {textos.porQue}
        </Boton>
        {estado === 'FALLIDA' && roles.includes('operador') && <Reintentar eventoId={eventoId} />}
      </div>
      {open && <PorQue eventoId={eventoId} />}
    </li>
  );
}

function Reintentar({ eventoId }: Pick<EliminacionDeListaFragment, 'eventoId'>) {
  const { eliminaciones: textos } = useTextosDe(deOperador);
  const announce = useAnnounce();
  const [mutate, { data, error, loading }] = useMutation(ReintentarEliminacionDocument, {
    // The button goes with the failure; what came of it is told.
    onCompleted: ({ reintentarEliminacion }) => reintentarEliminacion?.eliminacion && announce(textos.reintentada(corto(eventoId))),
  });
  const [preguntando, setPreguntando] = useState(false);
  const falla = error ? toFalla(error) : data?.reintentarEliminacion?.errores[0];
  return (
    <>
      <Boton ocupado={loading} aria-label={textos.reintentarDe(corto(eventoId))} onPress={() => setPreguntando(true)}>
        {textos.reintentar}
      </Boton>
      {preguntando && (
        <ConfirmarAprobacion
          pedido={{ eventoId }}
          deNuevo
          cancelar={() => setPreguntando(false)}
          confirmar={() => {
            setPreguntando(false);
            void mutate({ variables: { eventoId } }).catch(() => {});
          }}
        />
      )}
      {falla && <Fallo falla={falla} />}
    </>
  );
}
