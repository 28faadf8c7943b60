import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEliminarDocumento, useLista, useNovedades } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useMotivo } from '../../shared/eliminar/motivo';
import { EliminacionesDocument, type EliminacionesQuery, type EliminacionPropiaFragment } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso } from '../../shared/ui/estado';
import { Etiqueta, type Tono } from '../../shared/ui/etiqueta';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pasos } from '../../shared/ui/pasos';
import { Constancia } from './constancia';
import { textos as deEliminaciones } from './textos';
import '../../shared/ui/detalles.css';

/** What was erased, what is being erased, and what somebody else has to approve: nothing of it is in the bin. */
export function Borrados() {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { filas, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ consulta: EliminacionesDocument, variables: { first: 20 }, lista: suyas });
  // Rows that are here follow the news by themselves; one that is not is a reason to ask.
  useNovedades(({ eliminacion, tipo }) => {
    if (tipo === 'RECARGAR' || (eliminacion && !filas?.some(({ id }) => id === eliminacion.id))) void recargar();
  });
  const shown = filas?.filter(({ enPapelera, estado, pasoActual }) => !(enPapelera && (pasoActual === 'ESPERA' || estado === 'CANCELADA')));
  if (!falla && !shown?.length && !hayMas) return null;
  return (
    <section aria-label={textos.titulo}>
      <h2>{textos.titulo}</h2>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      <ul className="tarjetas">
        {shown?.map((eliminacion) => (
          <Borrado key={eliminacion.id} eliminacion={eliminacion} />
        ))}
      </ul>
      {hayMas && (
        <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
          {textos.cargarMas}
        </Boton>
      )}
    </section>
  );
}

const suyas = (data: EliminacionesQuery) => data.miCarpeta?.eliminaciones;

const TONOS: Record<EliminacionPropiaFragment['estado'], Tono> = { INICIADA: 'cuidado', COMPENSANDO: 'cuidado', COMPLETADA: 'neutro', FALLIDA: 'peligro', CANCELADA: 'neutro' };

function Borrado({ eliminacion }: { eliminacion: EliminacionPropiaFragment }) {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { momento } = useFormatos();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { eventoId, estado, pasoActual, solicitadaEn, completadaEn } = eliminacion;
  const titulo = eliminacion.titulo ?? textos.sinTitulo;
  const waits = estado === 'INICIADA' && pasoActual === 'APROBACION';
  return (
    <li className="tarjeta" {...guarda}>
      <h2>{titulo}</h2>
      <p>
        <Etiqueta tono={TONOS[estado]}>{waits ? textos.pedido : textos.estados[estado]}</Etiqueta> {waits && textos.aprobacion}
      </p>
      <p className="detalle">
        {textos.solicitada(momento(solicitadaEn))}
        {completadaEn && ` · ${textos.terminada(momento(completadaEn))}`}
      </p>
      <Avance eliminacion={eliminacion} titulo={titulo} />
      {waits && <Retirar eventoId={eventoId} titulo={titulo} />}
      {estado === 'COMPLETADA' && <Constancia eventoId={eventoId} titulo={titulo} />}
    </li>
  );
}

/** The steps, for those who want to know. */
function Avance({ eliminacion, titulo }: { eliminacion: EliminacionPropiaFragment; titulo: string }) {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { momento } = useFormatos();
  const motivo = useMotivo();
  const { estado, pasoActual, progreso, errores } = eliminacion;
  const last = errores.at(-1);
  const underWay = estado === 'INICIADA' || estado === 'COMPENSANDO';
  if (!underWay && !(last && estado === 'FALLIDA')) return null;
  const steps = Object.keys(textos.pasos) as (keyof typeof textos.pasos)[];
  return (
    <details className="detalles">
      <summary aria-label={textos.detallesDe(titulo)}>{textos.detalles}</summary>
      {underWay && <Pasos titulo={textos.detallesDe(titulo)} pasos={steps.map((one) => textos.pasos[one])} actual={steps.indexOf(pasoActual)} />}
      {progreso.proximoReintento && <p className="detalle">{`${textos.intento(progreso.intento + 1)} · ${textos.proximo(momento(progreso.proximoReintento))}`}</p>}
      {last && <p className="detalle">{motivo(last, estado)}</p>}
    </details>
  );
}

/** Takes a request back that nobody has decided yet. */
function Retirar({ eventoId, titulo }: { eventoId: string; titulo: string }) {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { deshacer } = useEliminarDocumento();
  const [falla, setFalla] = useState<Falla>();
  return (
    <>
      <Boton aria-label={textos.retirarDe(titulo)} onPress={() => void deshacer(eventoId).then((answer) => setFalla(answer.falla))}>
        {textos.retirar}
      </Boton>
      {falla && <Aviso falla={falla} />}
    </>
  );
}
