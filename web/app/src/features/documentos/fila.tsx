import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useFormatos, useTextos } from '../../shared/i18n/i18n';

/** A document in the list. */
export function Fila({ documento }: { documento: FilaDeDocumentoFragment }) {
  const { documentos, tipos } = useTextos();
  const { fecha, bytes } = useFormatos();
  const { titulo, tipoDocumento, fechaRecepcion, tamanoBytes, certificado, estadoDocumento } = documento;
  return (
    <div className="fila-texto">
      <span className="fila-titulo">{titulo}</span>
      <span className="detalle">
        {tipos[tipoDocumento]} · {fecha(fechaRecepcion)} · {bytes(tamanoBytes)}
      </span>
      {certificado && <span className="marca">{documentos.certificado}</span>}
      {estadoDocumento === 'ELIMINANDO' && <span className="marca marca-peligro">{documentos.eliminando}</span>}
    </div>
  );
}
