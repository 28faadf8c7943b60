import { useEffect, useRef } from 'react';
import { useTextos } from '../i18n/i18n';
import { Aviso, useDicho } from '../ui/estado';
import { Boton } from '../ui/boton';
import { Emergente } from '../ui/emergente';
import { useGuardaFoco } from '../ui/foco';
import type { NoEliminado } from './eliminar';

interface DeshacerProps {
  deshacibles: { eventoId: string; titulo: string; deshacer: () => void }[];
  fallas: NoEliminado[];
  cerrar: () => void;
}

/** What can be taken back now, and what was refused: a part of the page, in the reach of the keyboard. */
export function Deshacer({ deshacibles, fallas, cerrar }: DeshacerProps) {
  const { eliminar, cerrar: close } = useTextos();
  const dicho = useDicho();
  const guarda = useGuardaFoco<HTMLElement>();
  const { ref } = guarda;
  const told = deshacibles.length + fallas.length;
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
      {deshacibles.length > 1 && (
        <Boton onPress={() => deshacibles.forEach(({ deshacer }) => deshacer())}>{eliminar.deshacerTodas(deshacibles.length)}</Boton>
      )}
      <ul>
        {deshacibles.map(({ eventoId, titulo, deshacer }) => (
          <li key={eventoId}>
            <span>{eliminar.seElimina(titulo)}</span>
            <Boton aria-label={eliminar.deshacerUna(titulo)} onPress={deshacer}>
              {eliminar.deshacer}
            </Boton>
          </li>
        ))}
      </ul>
    </Emergente>
  );
}
