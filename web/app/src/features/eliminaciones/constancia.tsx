import { useConstancia } from '@carpeta-ciudadana/react';
import { Link } from 'wouter';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Prueba } from '../../shared/prueba/prueba';
import { textos as deEliminaciones } from './textos';

/** The receipt of a deletion. */
export function Constancia({ eventoId, titulo }: { eventoId: string; titulo: string }) {
  const { constancia: textos } = useTextosDe(deEliminaciones);
  const prueba = useConstancia(eventoId, { titulo });
  return (
    <Prueba textos={{ ...textos, obtenerDe: textos.obtenerDe(titulo), de: textos.de(titulo) }} prueba={prueba}>
      <Link className="enlace" href="/verificar">
        {textos.verificar}
      </Link>
    </Prueba>
  );
}
