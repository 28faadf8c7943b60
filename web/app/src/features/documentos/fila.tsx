import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useEliminar } from '../../shared/eliminar/eliminar';
import { useFormatos, useTextos } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { useGuardaFoco } from '../../shared/ui/foco';

/** A document in the list. */
export function Fila({ documento }: { documento: FilaDeDocumentoFragment }) {
  const { documentos, tipos, eliminar } = useTextos();
  const { fecha, bytes } = useFormatos();
  const { id, titulo, tipoDocumento, fechaRecepcion, tamanoBytes, certificado, emisor, estadoDocumento } = documento;
  const deshacer = useEliminar().deshacer(id);
  const guarda = useGuardaFoco<HTMLDivElement>();
  return (
    <div className="fila-texto" {...guarda} tabIndex={undefined}>
      <span className="fila-titulo">{titulo}</span>
      <span className="detalle">
        {tipos[tipoDocumento]} · {fecha(fechaRecepcion)} · {bytes(tamanoBytes)}
      </span>
      {certificado && <span className="marca">{documentos.certificado(emisor?.nombre)}</span>}
      {estadoDocumento === 'ELIMINANDO' && <span className="marca marca-peligro">{documentos.eliminando}</span>}
      {deshacer && <Boton onPress={deshacer}>{eliminar.deshacer}</Boton>}
    </div>
  );
}
