import type { Falla } from '@carpeta-ciudadana/cliente';
import { useLanguage } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Dialogo } from '../ui/dialogo';
import { Aviso, Cargando } from '../ui/estado';
import type { PorEliminar } from './por-eliminar';
import { enPalabras } from './queda';

/** It comes with the question that it answers to: nobody waits for it. */
export { Deshacer } from './deshacer';

interface ConfirmacionProps {
  documentos: PorEliminar[];
  /** Seconds in which it can be taken back; undefined until the server said so, and 0 if it cannot be at all. */
  ventana: number | undefined;
  /** Why that is not known. */
  falla: Falla | undefined;
  reintentar: () => void;
  cancelar: () => void;
  confirmar: () => void;
}

/** More titles than these are told by their number. */
const SHOWN = 10;

/** Asks once. The first button is the one that changes nothing. */
export function Confirmacion({ documentos, ventana, falla, reintentar, cancelar, confirmar }: ConfirmacionProps) {
  const { lengua, textos } = useLanguage();
  const { eliminar, cancelar: cancel } = textos;
  const n = documentos.length;
  return (
    <Dialogo
      titulo={eliminar.pregunta(n)}
      cancelar={cancelar}
      botones={
        <>
          <Boton autoFocus onPress={cancelar}>
            {cancel}
          </Boton>
          {ventana !== undefined && (
            <Boton clase="peligro" onPress={confirmar}>
              {eliminar.confirmar}
            </Boton>
          )}
        </>
      }
    >
      <ul>
        {documentos.slice(0, SHOWN).map(({ id, titulo }) => (
          <li key={id}>{titulo}</li>
        ))}
      </ul>
      {n > SHOWN && <p>{eliminar.yMas(n - SHOWN)}</p>}
      {ventana !== undefined && <p>{ventana > 0 ? eliminar.consecuencia(n, enPalabras(ventana, lengua)) : eliminar.paraSiempre}</p>}
      {ventana === undefined && (falla ? <Aviso falla={falla} reintentar={reintentar} /> : <Cargando />)}
    </Dialogo>
  );
}
