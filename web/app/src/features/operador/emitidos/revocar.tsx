import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { CampoTexto } from '../../../shared/ui/campos';
import { Dialogo } from '../../../shared/ui/dialogo';
import { Fallo } from '../fallo';
import { RevocarEntregaDocument, type EntregaDeListaFragment } from '../generado/graphql';
import { textos as deOperador } from '../textos';
import { deRevocacion, texto } from './contenido';
import { DatosDePapel } from './datos-de-papel';
import { Firmar, type Firmador } from './firmar';
import { textos as deEmitidos } from './textos';

interface RevocarProps {
  entrega: EntregaDeListaFragment;
  titulo: string;
  cancelar: () => void;
  hecho: () => void;
  /** The list is not as it was shown. */
  cambio: () => void;
}

/** What somebody else did to it meanwhile. */
const CAMBIO = ['ENTREGA_REVOCADA', 'ENTREGA_SIN_CONFIRMAR', 'NOT_FOUND'];

/** Takes a paper back: says what becomes of it and for whom, and asks why. Nothing is sent before it is signed. */
export function Revocar({ entrega, titulo, cancelar, hecho, cambio }: RevocarProps) {
  const { entregaId } = entrega;
  const { revocar: textos } = useTextosDe(deEmitidos);
  const { cancelar: cancel } = useTextosDe(deOperador);
  const [motivo, setMotivo] = useState('');
  const [firmador, setFirmador] = useState<Firmador>();
  const [intentado, setIntentado] = useState(false);
  const [falla, setFalla] = useState<Falla>();
  const [revoke, { loading }] = useMutation(RevocarEntregaDocument);
  const dicho = texto(motivo);
  const contenido = dicho ? deRevocacion(entregaId, dicho) : undefined;

  const revocar = async (firma: string): Promise<Falla | undefined> => {
    try {
      const { data } = await revoke({ variables: { input: { entregaId, motivo: dicho, firma } } });
      return data?.revocarEntrega?.errores[0];
    } catch (cause) {
      return toFalla(cause);
    }
  };
  const confirm = async () => {
    setIntentado(true);
    if (!contenido || !firmador) return;
    const refused = await revocar(await firmador.firmar(contenido));
    setFalla(refused);
    if (!refused) hecho();
    else if (CAMBIO.includes(refused.codigo)) cambio();
  };
  return (
    <Dialogo
      titulo={textos.pregunta}
      cancelar={cancelar}
      botones={
        <>
          <Boton onPress={cancelar}>{cancel}</Boton>
          <Boton clase="peligro" ocupado={loading} onPress={() => void confirm()}>
            {textos.confirmar}
          </Boton>
        </>
      }
    >
      <DatosDePapel entrega={entrega} titulo={titulo} />
      <p>{textos.consecuencia}</p>
      <CampoTexto nombre={textos.motivo} valor={motivo} cambiar={setMotivo} maximo={500} requerido falta={intentado && !dicho ? textos.faltaMotivo : undefined} />
      <Firmar contenido={contenido} cambiar={setFirmador} falta={intentado && !firmador ? textos.faltaFirma : undefined} />
      {falla && <Fallo falla={falla} />}
    </Dialogo>
  );
}
