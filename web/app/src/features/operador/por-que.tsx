import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useProgresoEliminacion } from '@carpeta-ciudadana/react';
import { useEffect } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Cargando } from '../../shared/ui/estado';
import { useMomento } from './al-dia';
import { Fallo } from './fallo';
import { PorQueNoAvanzaDocument } from './generado/graphql';
import { textos as deOperador } from './textos';

/** Why a deletion does not move, and what to do. It is asked for again with each step that the deletion takes. */
export function PorQue({ eventoId }: { eventoId: string }) {
  const { eliminaciones: textos } = useTextosDe(deOperador);
  const momento = useMomento();
  const { avance } = useProgresoEliminacion(eventoId);
  const { data, error, refetch } = useQuery(PorQueNoAvanzaDocument, { variables: { eventoId }, fetchPolicy: 'no-cache' });
  const secuencia = avance?.secuencia;
  useEffect(() => {
    if (secuencia !== undefined) refetch().catch(() => {}); // the query tells the failure
  }, [secuencia, refetch]);

  if (error) return <Fallo falla={toFalla(error)} />;
  const bloqueo = data?.porQueNoAvanza;
  if (!bloqueo) return <Cargando />;
  const { causa, desde, hasta, quien } = bloqueo;
  const { detalle, siguiente } = textos.causas[causa] ?? bloqueo;
  return (
    <div className="por-que">
      <p>
        <code>{causa}</code> {detalle} {desde && textos.desde(momento(desde))} {hasta && textos.hasta(momento(hasta))} {quien && <code>{quien}</code>}
      </p>
      <p>
        <strong>{textos.siguiente}:</strong> {siguiente}
      </p>
    </div>
  );
}
