import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Dialogo } from '../../../shared/ui/dialogo';
import { Fallo } from '../fallo';
import { CancelarEntregaDocument, type EntregaDeListaFragment, type EstadoEntrega } from '../generado/graphql';
import { DatosDePapel } from './datos-de-papel';
import { textos as deEmitidos } from './textos';

interface CancelarProps {
  entrega: EntregaDeListaFragment;
  titulo: string;
  cerrar: () => void;
  /** What the delivery is now. */
  hecho: (estado: EstadoEntrega) => void;
  /** The list is not as it was shown. */
  cambio: () => void;
}

/** What became of it meanwhile. */
const CAMBIO = ['ENTREGA_CONFIRMADA', 'NOT_FOUND'];

/** Cancels a delivery that was announced and not confirmed: asks first, and says what becomes of it. */
export function Cancelar({ entrega, titulo, cerrar, hecho, cambio }: CancelarProps) {
  const { cancelar: textos } = useTextosDe(deEmitidos);
  const [falla, setFalla] = useState<Falla>();
  const [cancel, { loading }] = useMutation(CancelarEntregaDocument);

  const confirm = async () => {
    try {
      const { data } = await cancel({ variables: { entregaId: entrega.entregaId } });
      const { entrega: ahora, errores = [] } = data?.cancelarEntrega ?? {};
      if (ahora) return hecho(ahora.estado);
      setFalla(errores[0] ?? toFalla(undefined));
      if (errores[0] && CAMBIO.includes(errores[0].codigo)) cambio();
    } catch (cause) {
      setFalla(toFalla(cause));
    }
  };
  return (
    <Dialogo
      titulo={textos.pregunta}
      cancelar={cerrar}
      botones={
        <>
          <Boton autoFocus onPress={cerrar}>
            {textos.dejar}
          </Boton>
          <Boton clase="peligro" ocupado={loading} onPress={() => void confirm()}>
            {textos.boton}
          </Boton>
        </>
      }
    >
      <DatosDePapel entrega={entrega} titulo={titulo} />
      <p>{textos.consecuencia}</p>
      {falla && <Fallo falla={falla} />}
    </Dialogo>
  );
}
