import type { SolicitudEnListaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useSolicitudes } from '@carpeta-ciudadana/react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { EnlaceBoton } from '../../shared/ui/boton';
import { Nota } from '../../shared/ui/estado';
import { textos as deCompartidos } from './textos';

/** Who asks for how much, and the way to answer. */
export function UnaPedida({ solicitud: { id, entidad, requisitos, tramite, hasta, estado } }: { solicitud: SolicitudEnListaFragment }) {
  const textos = useTextosDe(deCompartidos);
  const { fecha } = useFormatos();
  const faltan = requisitos.filter(({ respuesta }) => respuesta !== 'ENTREGADO').length;
  return (
    <>
      <p>{textos.pide(textos.conNit(entidad.nombre, entidad.nit), faltan, tramite.nombre)}</p>
      <p className="detalle">{textos.hastaPedida(fecha(hasta))}</p>
      <EnlaceBoton clase="principal" href={`/solicitudes/${encodeURIComponent(id)}`}>
        {estado === 'PARCIAL' ? textos.seguir : textos.responder}
      </EnlaceBoton>
    </>
  );
}

/** On the first screen: what is asked for, at once. */
export function AvisoDeSolicitudes() {
  const { solicitudes } = useSolicitudes();
  const [primera] = solicitudes;
  return (
    primera && (
      <Nota icono="compartidos">
        <UnaPedida solicitud={primera} />
      </Nota>
    )
  );
}

/** How many requests are open, beside the name of the section. */
export function CuantasSolicitudes() {
  const textos = useTextosDe(deCompartidos);
  const { solicitudes } = useSolicitudes();
  if (solicitudes.length === 0) return null;
  return (
    <span className="cuantas">
      <span aria-hidden="true">{solicitudes.length}</span>
      <span className="oculto">{textos.pendientes(solicitudes.length)}</span>
    </span>
  );
}
