import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Datos } from '../../shared/ui/datos';
import { Dialogo } from '../../shared/ui/dialogo';
import { Cargando } from '../../shared/ui/estado';
import { corto } from './al-dia';
import { Fallo } from './fallo';
import { QuienPidioDocument, type QuienPidioQuery, type SolicitudFragment } from './generado/graphql';
import { textos as deOperador } from './textos';

interface ConfirmarAprobacionProps {
  solicitud: Pick<SolicitudFragment, 'eventoId'> & Partial<SolicitudFragment>;
  /** A deletion that failed goes on: an operador is told less of it, and may do so all the same. */
  deNuevo?: boolean;
  cancelar: () => void;
  confirmar: () => void;
}

/**
 * Asks once more, and says what is erased, whose it is, who issued it, who asked and why. The first button is the one that
 * changes nothing; nobody approves before they could read all of it.
 */
export function ConfirmarAprobacion({ solicitud, deNuevo = false, cancelar, confirmar }: ConfirmarAprobacionProps) {
  const { aprobaciones: textos, cancelar: cancel } = useTextosDe(deOperador);
  const { data, error } = useQuery(QuienPidioDocument, { variables: { eventoId: solicitud.eventoId }, fetchPolicy: 'network-only' });
  const pedida = data?.eventosAuditoria?.nodes[0];
  return (
    <Dialogo
      titulo={deNuevo ? textos.preguntaDeNuevo(corto(solicitud.eventoId)) : textos.pregunta}
      cancelar={cancelar}
      botones={
        <>
          <Boton autoFocus onPress={cancelar}>
            {cancel}
          </Boton>
          {(pedida || (deNuevo && data)) && (
            <Boton clase="peligro" onPress={confirmar}>
              {deNuevo ? textos.confirmarDeNuevo : textos.confirmar}
            </Boton>
          )}
        </>
      }
    >
      <p>{textos.consecuencia}</p>
      {error && <Fallo falla={toFalla(error)} />}
      {!data && !error && <Cargando />}
      {data && !pedida && !deNuevo && <p role="alert">{textos.noSeSabe}</p>}
      {pedida && <DeLaSolicitud solicitud={solicitud} pedida={pedida} />}
    </Dialogo>
  );
}

type Pedida = NonNullable<QuienPidioQuery['eventosAuditoria']>['nodes'][number];

function DeLaSolicitud({ solicitud, pedida }: { solicitud: ConfirmarAprobacionProps['solicitud']; pedida: Pedida }) {
  const { aprobaciones: textos } = useTextosDe(deOperador);
  const { titulo, tipo, emisor, aprobacion } = solicitud;
  const { carpetaId, enNombreDe, actor } = pedida;
  const propia = actor.tipo === 'ciudadano';
  const filas = [
    [textos.documento, titulo],
    [textos.tipo, tipo?.nombre],
    [textos.emisor, emisor === undefined ? '' : (emisor?.nombre ?? textos.sinEmisor)],
    [textos.carpeta, carpetaId],
    [textos.ciudadano, propia ? actor.actorId : enNombreDe],
    [textos.pidio, propia ? textos.elCiudadano : textos.unOperador(actor.actorId)],
    [textos.motivo, aprobacion?.motivo],
  ] as const;
  return <Datos filas={filas} />;
}
