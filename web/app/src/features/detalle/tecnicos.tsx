import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Datos } from '../../shared/ui/datos';
import { textos as deDetalle } from './textos';
import '../../shared/ui/detalles.css';

/** What only those who compare files, or ask for help, look for. */
export function Tecnicos({ documento }: { documento: DetalleDeDocumento }) {
  const { tecnicos: textos } = useTextosDe(deDetalle);
  const { momento } = useFormatos();
  const { hashDocumento, documentoId, tipoContenido, version, fechaUltimaModificacion } = documento;
  return (
    <details className="detalles">
      <summary>{textos.titulo}</summary>
      <Datos
        filas={[
          [textos.huella, hashDocumento && <code>{hashDocumento}</code>],
          [textos.id, <code key="id">{documentoId}</code>],
          [textos.formato, tipoContenido],
          [textos.version, version],
          [textos.modificado, fechaUltimaModificacion && momento(fechaUltimaModificacion)],
        ]}
      />
    </details>
  );
}
