import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEliminarDocumento, useLista, useNovedades } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useMotivo } from '../../shared/eliminar/motivo';
import { EliminacionesDocument, type EliminacionesQuery, type EliminacionPropiaFragment } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Cargando, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { Constancia } from './constancia';
import { textos as deEliminaciones } from './textos';

/** What was deleted, what is being deleted, and how far it is. */
export function EliminacionesPage() {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { filas: nodes, cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ consulta: EliminacionesDocument, variables: { first: 20 }, lista: suyas });
  // Rows that are here follow the news by themselves; one that is not is a reason to ask.
  useNovedades(({ eliminacion, tipo }) => {
    if (tipo === 'RECARGAR' || (eliminacion && !nodes?.some(({ id }) => id === eliminacion.id))) void recargar();
  });
  return (
    <Pagina titulo={textos.titulo}>
      <p className="detalle">{textos.intro}</p>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {cargando && !nodes && <Cargando />}
      {nodes?.length === 0 && <Vacio titulo={textos.vacia} />}
      <ul className="tarjetas">
        {nodes?.map((eliminacion) => (
          <Eliminacion key={eliminacion.id} eliminacion={eliminacion} />
        ))}
      </ul>
      {hayMas && (
        <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
          {textos.cargarMas}
        </Boton>
      )}
    </Pagina>
  );
}

const suyas = (data: EliminacionesQuery) => data.miCarpeta?.eliminaciones;

function Eliminacion({ eliminacion }: { eliminacion: EliminacionPropiaFragment }) {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { momento } = useFormatos();
  const motivo = useMotivo();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { eventoId, estado, pasoActual, progreso, solicitadaEn, completadaEn, errores } = eliminacion;
  const titulo = eliminacion.titulo ?? textos.sinTitulo;
  const underWay = estado === 'INICIADA' || estado === 'COMPENSANDO';
  const last = errores.at(-1);
  return (
    <li className="tarjeta" {...guarda}>
      <h2>{titulo}</h2>
      <p>
        <strong>{textos.estados[estado]}</strong>
        {underWay && ` · ${textos.pasos[pasoActual]}`}
      </p>
      {underWay && (
        <p className="detalle">
          {textos.paso(progreso.paso, progreso.totalPasos)}
          {progreso.intento > 0 && ` · ${textos.intento(progreso.intento + 1)}`}
          {progreso.proximoReintento && ` · ${textos.proximo(momento(progreso.proximoReintento))}`}
        </p>
      )}
      {last && estado !== 'COMPLETADA' && <p className="detalle">{motivo(last, estado)}</p>}
      <p className="detalle">
        {textos.solicitada(momento(solicitadaEn))}
        {completadaEn && ` · ${textos.terminada(momento(completadaEn))}`}
      </p>
      {estado === 'INICIADA' && pasoActual === 'APROBACION' && <Retirar eventoId={eventoId} titulo={titulo} />}
      {estado === 'COMPLETADA' && <Constancia eventoId={eventoId} titulo={titulo} />}
    </li>
  );
}

/** Takes a request back that nobody has decided yet. */
function Retirar({ eventoId, titulo }: { eventoId: string; titulo: string }) {
  const { eliminaciones: textos } = useTextosDe(deEliminaciones);
  const { deshacer } = useEliminarDocumento();
  const [falla, setFalla] = useState<Falla>();
  return (
    <>
      <Boton aria-label={textos.retirarDe(titulo)} onPress={() => void deshacer(eventoId).then((resultado) => setFalla(resultado.falla))}>
        {textos.retirar}
      </Boton>
      {falla && <Aviso falla={falla} />}
    </>
  );
}
