import { useEffect, useRef } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Emergente } from '../ui/emergente';
import { Aviso, useDicho } from '../ui/estado';
import { useGuardaFoco } from '../ui/foco';
import type { Movido, NoEliminado } from './eliminar';

interface DeshacerProps {
  movidos: Movido[];
  deshacer: (movido: Movido) => void;
  fallas: NoEliminado[];
  cerrar: () => void;
}

/** More titles than these are told by their number. */
const SHOWN = 3;

/** What can be taken back now, and what was refused: a part of the page, in the reach of the keyboard. */
export function Deshacer({ movidos, deshacer, fallas, cerrar }: DeshacerProps) {
  const { eliminar, cerrar: close } = useTextos();
  const dicho = useDicho();
  const guarda = useGuardaFoco<HTMLElement>();
  const { ref } = guarda;
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
      {movidos.length > 1 && <Boton onPress={() => movidos.forEach(deshacer)}>{eliminar.deshacerTodas(movidos.length)}</Boton>}
      <ul>
        {movidos.slice(0, SHOWN).map((movido) => (
          <li key={movido.eventoId}>
            <span>{eliminar.seElimina(movido.titulo)}</span>
            <Boton aria-label={eliminar.deshacerUna(movido.titulo)} onPress={() => deshacer(movido)}>
              {eliminar.deshacer}
            </Boton>
          </li>
        ))}
      </ul>
      {movidos.length > SHOWN && <p>{eliminar.yMas(movidos.length - SHOWN)}</p>}
    </Emergente>
  );
}
