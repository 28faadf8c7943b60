import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';
import { Vacio } from './estado';

/** What a list of the folder fails with where nobody has opened one. */
export const faltaLaCarpeta = (falla: { codigo?: string } | undefined) => falla?.codigo === 'SIN_CARPETA';

/** Nobody has opened a folder for this person. It is no failure: who does that, is said. */
export function SinCarpeta({ recargar }: { recargar: () => void }) {
  const { sinCarpeta } = useTextos().documentos;
  return (
    <Vacio titulo={sinCarpeta.titulo} icono="carpeta">
      <p>{sinCarpeta.texto}</p>
      <div className="botones">
        <Boton onPress={recargar}>{sinCarpeta.mirar}</Boton>
      </div>
    </Vacio>
  );
}
