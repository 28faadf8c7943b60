import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useFormatos, useTextos } from '../../shared/i18n/i18n';
import { Etiqueta } from '../../shared/ui/etiqueta';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Icono, IconoDeTipo } from '../../shared/ui/icono';
import { Renglon } from '../../shared/ui/renglon';

/** A document in the list. */
export function Fila({ documento }: { documento: FilaDeDocumentoFragment }) {
  const { documentos } = useTextos();
  const { fecha } = useFormatos();
  const { titulo, clase, fechaRecepcion, certificado, emisor, estadoDocumento, estadoJuridico } = documento;
  const guarda = useGuardaFoco<HTMLDivElement>();
  return (
    <div className="fila-de-documento" {...guarda} tabIndex={undefined}>
      <Renglon
        icono={<IconoDeTipo tipo={clase} />}
        titulo={titulo}
        sub={
          <>
            {certificado && estadoJuridico !== 'REVOCADO' && <Icono nombre="sello" chico />}
            {certificado ? documentos.certificado(emisor?.nombre) : documentos.propio}
            {estadoJuridico && estadoJuridico !== 'VIGENTE' && (
              <Etiqueta tono={estadoJuridico === 'REVOCADO' ? 'peligro' : 'cuidado'} icono={estadoJuridico === 'VENCIDO' || estadoJuridico === 'AUN_NO_VIGENTE' ? 'reloj' : 'cuidado'}>
                {documentos.juridico[estadoJuridico]}
              </Etiqueta>
            )}
            {estadoDocumento === 'ELIMINANDO' && (
              <Etiqueta tono="cuidado" icono="reloj">
                {documentos.pedido}
              </Etiqueta>
            )}
          </>
        }
        lados={[clase.nombre, fecha(fechaRecepcion)]}
      />
    </div>
  );
}
