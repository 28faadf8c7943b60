import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { CerrarSesionesDocument } from '../../shared/generado/graphql';
import { useTextosDe } from '../../shared/i18n/i18n';
import { useOtraVez } from '../../shared/session/otra-vez';
import { Boton } from '../../shared/ui/boton';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso } from '../../shared/ui/estado';
import { textos as deAccesos } from './textos';

/** Asks whether all other sessions shall end, and ends them: a sign-in was not the person's. */
export function NoFuiYo({ cuando, hecho }: { cuando: string; hecho: () => void }) {
  const { noFuiYo: textos } = useTextosDe(deAccesos);
  const [preguntando, setPreguntando] = useState(false);
  const [falla, setFalla] = useState<Falla>();
  const [close, { loading }] = useMutation(CerrarSesionesDocument);
  const otraVez = useOtraVez();
  const ask = () => {
    setFalla(undefined);
    setPreguntando(true);
  };

  const end = async () => {
    try {
      const { data } = await close();
      const refused = data?.cerrarSesiones?.errores[0];
      if (refused) return setFalla(refused);
      setPreguntando(false);
      hecho();
    } catch (cause) {
      const refused = toFalla(cause);
      if (otraVez(refused, ask)) setPreguntando(false);
      else setFalla(refused);
    }
  };

  return (
    <>
      <Boton onPress={ask} aria-label={textos.botonDe(cuando)}>
        {textos.boton}
      </Boton>
      {preguntando && (
        <Dialogo
          titulo={textos.titulo}
          cancelar={() => setPreguntando(false)}
          botones={
            <>
              <Boton onPress={() => setPreguntando(false)}>{textos.cancelar}</Boton>
              <Boton clase="peligro" ocupado={loading} onPress={() => void end()}>
                {textos.cerrar}
              </Boton>
            </>
          }
        >
          <p>{textos.texto}</p>
          <p>{textos.despues}</p>
          {falla && <Aviso falla={falla} />}
        </Dialogo>
      )}
    </>
  );
}
