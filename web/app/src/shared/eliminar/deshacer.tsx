import { useEffect, useRef } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Emergente } from '../ui/emergente';
import { Aviso, useDicho } from '../ui/estado';
import { useGuardaFoco } from '../ui/foco';
import type { Movido, NoEliminado } from './por-eliminar';

interface DeshacerProps {
  movidos: Movido[];
  deshacer: (movido: Movido) => void;
  fallas: NoEliminado[];
  cerrar: () => void;
}

/** What can be taken back now, and what was refused: a part of the page, in the reach of the keyboard. */
export function Deshacer({ movidos, deshacer, fallas, cerrar }: DeshacerProps) {
  const { eliminar, cerrar: close } = useTextos();
  const dicho = useDicho();
  const guarda = useGuardaFoco<HTMLElement>();
  const { ref } = guarda;
  const only = movidos.length === 1 ? movidos[0] : undefined;
  const told = movidos.length + fallas.length;
  const before = useRef(0);
  useEffect(() => {
    // The button that asked may be gone with its dialog: from here on the person can take it back.
    if (told > before.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    before.current = told;
  }, [told, ref]);
  return (
    <Emergente titulo={eliminar.region} {...guarda}>
      {fallas.length > 0 && (
        <div>
          {fallas.map(({ id, titulo, falla }) => (
            <Aviso key={id} falla={{ mensaje: `«${titulo}»: ${dicho(falla)}` }} />
          ))}
          <Boton onPress={cerrar}>{close}</Boton>
        </div>
      )}
      {only && (
        <p>
          <span>{eliminar.seElimina(only.titulo)}</span>
          <Boton aria-label={eliminar.deshacerUna(only.titulo)} onPress={() => deshacer(only)}>
            {eliminar.deshacer}
          </Boton>
        </p>
      )}
      {movidos.length > 1 && (
        <p>
          <span>{eliminar.seEliminan(movidos.length)}</span>
          <Boton onPress={() => movidos.forEach(deshacer)}>{eliminar.deshacer}</Boton>
        </p>
      )}
    </Emergente>
  );
}
