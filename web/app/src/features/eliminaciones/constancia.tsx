import { useApolloClient } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { ConstanciaDocument } from '../../shared/generado/graphql';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso } from '../../shared/ui/estado';
import { guardarArchivo } from '../../shared/ui/guardar-archivo';
import { textos as deEliminaciones } from './textos';

interface Archivos {
  evento: string;
  prueba: string;
  llaves: string;
}

/** A seal is on its way for some seconds. */
const TRIES = 30;
const PAUSE = 2_000;

/** The receipt: three files that anybody can verify, years later and without this server. */
export function Constancia({ eventoId, titulo }: { eventoId: string; titulo: string }) {
  const { constancia: textos } = useTextosDe(deEliminaciones);
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [archivos, setArchivos] = useState<Archivos>();
  const [falla, setFalla] = useState<Pick<Falla, 'mensaje' | 'recuperacion'>>();

  const ask = async () => {
    for (let i = 0; i < TRIES; i++) {
      const { data } = await client.query({ query: ConstanciaDocument, variables: { eventoId }, fetchPolicy: 'no-cache' });
      const prueba = data?.constancia;
      if (prueba?.sello) return setArchivos({ evento: prueba.evento, prueba: prueba.sello.prueba, llaves: prueba.sello.llaves });
      if (prueba?.sinSello !== 'SIN_SELLAR') return setFalla({ mensaje: textos.sinSello });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    setFalla({ mensaje: textos.tarda });
  };

  const get = async () => {
    setBusy(true);
    setFalla(undefined);
    try {
      await ask();
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBusy(false);
    }
  };

  if (!archivos) {
    return (
      <>
        <Boton ocupado={busy} aria-label={textos.obtenerDe(titulo)} onPress={() => void get()}>
          {busy ? textos.obteniendo : textos.obtener}
        </Boton>
        {falla && <Aviso falla={falla} />}
      </>
    );
  }
  return (
    <div role="group" aria-label={textos.de(titulo)}>
      <p>{textos.explicacion}</p>
      <div className="botones">
        {(['evento', 'prueba', 'llaves'] as const).map((parte) => (
          <Boton key={parte} onPress={() => guardarArchivo(`${parte}-${eventoId}.txt`, archivos[parte])}>
            {textos.archivos[parte]}
          </Boton>
        ))}
      </div>
    </div>
  );
}
