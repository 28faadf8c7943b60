import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEliminarDocumento } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Aviso } from '../../shared/ui/estado';
import { faltaDe, sinCampos } from '../../shared/ui/faltas';
import { useGuardaFoco } from '../../shared/ui/foco';
import { textos as deDetalle } from './textos';

/** Asks for the deletion of a certified document, and why. What the person typed stays until it was taken. */
export function PedirBorrado({ id, eliminado, cerrar }: { id: string; eliminado: boolean; cerrar: () => void }) {
  const { detalle } = useTextosDe(deDetalle);
  const { cancelar, cerrar: close } = useTextos();
  const announce = useAnnounce();
  const guarda = useGuardaFoco<HTMLFormElement>();
  const { solicitar } = useEliminarDocumento();
  const [motivo, setMotivo] = useState('');
  const [busy, setBusy] = useState(false);
  const [falla, setFalla] = useState<Falla>();

  const ask = async () => {
    if (busy || eliminado) return;
    setBusy(true);
    const answer = await solicitar(id, motivo.trim());
    setBusy(false);
    setFalla(answer.falla);
    if (answer.falla) return;
    announce(detalle.solicitada);
    cerrar();
  };

  return (
    <form
      className="formulario"
      aria-label={detalle.solicitar}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
      {...guarda}
    >
      {!eliminado && <p>{detalle.solicitarTexto}</p>}
      <CampoTexto nombre={detalle.motivo} valor={motivo} cambiar={setMotivo} maximo={500} falta={faltaDe(falla, 'motivo')} requerido />
      {falla && !eliminado && <Aviso falla={sinCampos(falla, ['motivo'])} />}
      <div className="botones">
        <Boton onPress={cerrar}>{eliminado ? close : cancelar}</Boton>
        {!eliminado && (
          <Boton type="submit" clase="peligro" ocupado={busy}>
            {detalle.solicitar}
          </Boton>
        )}
      </div>
    </form>
  );
}
