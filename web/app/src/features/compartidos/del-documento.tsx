import { useAutorizaciones } from '@carpeta-ciudadana/react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { UnaAutorizacion } from './autorizacion';
import { textos as deCompartidos } from './textos';
import './compartidos.css';

/** Which entities may see a document. Nothing, where none may. */
export function DelDocumento({ id }: { id: string }) {
  const textos = useTextosDe(deCompartidos);
  const { autorizaciones, terminar, pedirBorrado } = useAutorizaciones({ documentoId: id });
  const vigentes = autorizaciones.filter(({ estado }) => estado === 'VIGENTE');
  if (vigentes.length === 0) return null;
  return (
    <section>
      <h2>{textos.delDocumento}</h2>
      <ul className="tarjetas">
        {vigentes.map((una) => (
          <UnaAutorizacion key={una.id} autorizacion={una} terminar={terminar} pedirBorrado={pedirBorrado} />
        ))}
      </ul>
    </section>
  );
}
