import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Datos } from '../../shared/ui/datos';
import { Dialogo } from '../../shared/ui/dialogo';
import { Cargando } from '../../shared/ui/estado';
import { corto } from './al-dia';
import { Fallo } from './fallo';
import { QuienPidioDocument, type QuienPidioQuery, type PedidoFragment } from './generado/graphql';
import { textos as deOperador } from './textos';

interface ConfirmarAprobacionProps {
  pedido: Pick<PedidoFragment, 'eventoId'> & Partial<PedidoFragment>;
  /** A deletion that failed goes on: an operador is told less of it, and may do so all the same. */
  deNuevo?: boolean;
  cancelar: () => void;
  confirmar: () => void;
}

/**
 * Asks once more, and says what is erased, whose it is, who issued it, who asked and why. The first button is the one that
 * changes nothing; nobody approves before they could read all of it.
 */
export function ConfirmarAprobacion({ pedido, deNuevo = false, cancelar, confirmar }: ConfirmarAprobacionProps) {
  const { aprobaciones: textos, cancelar: cancel } = useTextosDe(deOperador);
  const { data, error } = useQuery(QuienPidioDocument, { variables: { eventoId: pedido.eventoId }, fetchPolicy: 'network-only' });
  const pedida = data?.eventosAuditoria?.nodes[0];
  return (
    <Dialogo
      titulo={deNuevo ? textos.preguntaDeNuevo(corto(pedido.eventoId)) : textos.pregunta}
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
      {pedida && <DelPedido pedido={pedido} pedida={pedida} />}
    </Dialogo>
  );
}

type Pedida = NonNullable<QuienPidioQuery['eventosAuditoria']>['nodes'][number];

function DelPedido({ pedido, pedida }: { pedido: ConfirmarAprobacionProps['pedido']; pedida: Pedida }) {
  const { aprobaciones: textos } = useTextosDe(deOperador);
  const { titulo, clase, emisor, aprobacion } = pedido;
  const { carpetaId, enNombreDe, actor } = pedida;
  const propia = actor.tipo === 'ciudadano';
  const filas = [
    [textos.documento, titulo],
    [textos.tipo, clase?.nombre],
    [textos.emisor, emisor === undefined ? '' : (emisor?.nombre ?? textos.sinEmisor)],
    [textos.carpeta, carpetaId],
    [textos.ciudadano, propia ? actor.actorId : enNombreDe],
    [textos.pidio, propia ? textos.elCiudadano : textos.unOperador(actor.actorId)],
    [textos.motivo, aprobacion?.motivo],
  ] as const;
  return <Datos filas={filas} />;
}
