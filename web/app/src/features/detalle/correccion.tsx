import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import type { useDocumento } from '@carpeta-ciudadana/react';
import type { Falla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto, CampoTipo } from '../../shared/ui/campos';
import { Aviso } from '../../shared/ui/estado';
import { faltaDe, sinCampos } from '../../shared/ui/faltas';
import { useGuardaFoco } from '../../shared/ui/foco';
import { textos as deDetalle } from './textos';

interface CorreccionProps {
  documento: FilaDeDocumentoFragment;
  /** It is gone: what the person typed is there to be copied. */
  eliminado: boolean;
  corregir: ReturnType<typeof useDocumento>['corregir'];
  cerrar: () => void;
}

/** Corrects what is said of a document. What somebody else wrote meanwhile is shown beside what the person typed. */
export function Correccion({ documento, eliminado, corregir, cerrar }: CorreccionProps) {
  const { detalle } = useTextosDe(deDetalle);
  const { cancelar, cerrar: close } = useTextos();
  const announce = useAnnounce();
  const guarda = useGuardaFoco<HTMLFormElement>();
  const [seen, setSeen] = useState(documento.version);
  const [titulo, setTitulo] = useState(documento.titulo);
  const [tipo, setTipo] = useState(documento.tipo);
  const [contexto, setContexto] = useState(documento.contextoDocumento);
  const [busy, setBusy] = useState(false);
  const [falla, setFalla] = useState<Falla>();
  const [cambiado, setCambiado] = useState<FilaDeDocumentoFragment>();
  const wrong = (field: string) => faltaDe(falla, field);

  const save = async () => {
    if (busy || eliminado) return;
    setBusy(true);
    const answer = await corregir(seen, { titulo: titulo.trim(), codigoTipo: tipo, contextoDocumento: contexto.trim() });
    setBusy(false);
    setFalla(answer.falla);
    setCambiado(answer.falla?.cambiado);
    if (answer.falla?.cambiado) setSeen(answer.falla.cambiado.version); // seen now: the next attempt is about that one
    if (answer.falla) return;
    announce(detalle.guardado);
    cerrar();
  };

  return (
    <form
      className="formulario"
      aria-label={detalle.corregir}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      {...guarda}
    >
      <CampoTexto nombre={detalle.nombre} valor={titulo} cambiar={setTitulo} maximo={200} falta={wrong('titulo')} requerido />
      <CampoTipo nombre={detalle.tipo} valor={tipo} cambiar={setTipo} />
      <CampoTexto nombre={detalle.contexto} valor={contexto} cambiar={setContexto} maximo={200} falta={wrong('contextoDocumento')} />
      {falla && !eliminado && <Aviso falla={sinCampos(falla, ['titulo', 'contextoDocumento'])} />}
      {cambiado && !eliminado && (
        <p className="nota">{detalle.cambiado(cambiado.titulo, cambiado.clase.nombre, cambiado.contextoDocumento)}</p>
      )}
      <div className="botones">
        <Boton onPress={cerrar}>{eliminado ? close : cancelar}</Boton>
        {!eliminado && (
          <Boton type="submit" clase="principal" ocupado={busy}>
            {detalle.guardar}
          </Boton>
        )}
      </div>
    </form>
  );
}
