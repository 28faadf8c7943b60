import { useTextos } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Dialogo } from '../ui/dialogo';
import type { PorEliminar } from './eliminar';

/** It comes with the question that it answers to: nobody waits for it. */
export { Deshacer } from './deshacer';

interface ConfirmacionProps {
  documentos: PorEliminar[];
  ventana: number;
  cancelar: () => void;
  confirmar: () => void;
}

/** More titles than these are told by their number. */
const SHOWN = 10;

/** Asks once more. The first button is the one that changes nothing. */
export function Confirmacion({ documentos, ventana, cancelar, confirmar }: ConfirmacionProps) {
  const { eliminar, cancelar: cancel } = useTextos();
  const more = documentos.length - SHOWN;
  return (
    <Dialogo
      titulo={eliminar.pregunta(documentos.length)}
      cancelar={cancelar}
      botones={
        <>
          <Boton autoFocus onPress={cancelar}>
            {cancel}
          </Boton>
          <Boton clase="peligro" onPress={confirmar}>
            {eliminar.confirmar}
          </Boton>
        </>
      }
    >
      <ul>
        {documentos.slice(0, SHOWN).map(({ id, titulo }) => (
          <li key={id}>{titulo}</li>
        ))}
      </ul>
      {more > 0 && <p>{eliminar.yMas(more)}</p>}
      <p>{eliminar.consecuencia(ventana)}</p>
    </Dialogo>
  );
}
