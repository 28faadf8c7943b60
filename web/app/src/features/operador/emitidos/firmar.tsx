import { useQuery } from '@apollo/client/react';
import { useId, useRef, useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { EntradaDeArchivos } from '../../../shared/ui/entrada-de-archivos';
import { MiEntidadDocument } from '../generado/graphql';
import { usePuesto } from '../puesto';
import { jwsDe, leerLlave, LlaveMala, registradas, separado, type Falta } from './llave';
import { textos as deEmitidos } from './textos';

/** Makes the signature over what is to be signed. */
export interface Firmador {
  firmar: (contenido: string) => Promise<string>;
}

interface FirmarProps {
  /** What is to be signed; undefined as long as something of it is missing. */
  contenido: string | undefined;
  /** Told how it is signed, or that nothing signs yet. */
  cambiar: (firmador: Firmador | undefined) => void;
  /** What is missing, once somebody wanted to go on. */
  falta?: string | undefined;
}

/**
 * How a person signs for their entity: with the file of its key, which this page uses and forgets, or with another program.
 * The server gets the signature alone.
 */
export function Firmar({ contenido, cambiar, falta }: FirmarProps) {
  const { firma } = useTextosDe(deEmitidos);
  const [aparte, setAparte] = useState(false);
  const id = useId();
  const turn = (otra: boolean) => {
    setAparte(otra);
    cambiar(undefined);
  };
  return (
    <fieldset className="firma" aria-describedby={falta ? id : undefined}>
      <legend>{firma.titulo}</legend>
      <label>
        <input type="radio" name="firma" checked={!aparte} onChange={() => turn(false)} />
        {firma.conArchivo}
      </label>
      <label>
        <input type="radio" name="firma" checked={aparte} onChange={() => turn(true)} />
        {firma.aparte}
      </label>
      {aparte ? <ConOtroPrograma contenido={contenido} cambiar={cambiar} /> : <ConArchivo cambiar={cambiar} />}
      {falta && (
        <p id={id} className="falta">
          {falta}
        </p>
      )}
    </fieldset>
  );
}

/** What the server takes as a key is shorter. */
const MOST_BYTES = 64 * 1024;

function ConArchivo({ cambiar }: Pick<FirmarProps, 'cambiar'>) {
  const { firma } = useTextosDe(deEmitidos);
  const { entidad, demo } = usePuesto();
  const { data, loading } = useQuery(MiEntidadDocument, { variables: { id: entidad ?? '' }, skip: !entidad });
  const input = useRef<HTMLInputElement>(null);
  const [leida, setLeida] = useState<{ archivo: string; kid: string }>();
  const [mala, setMala] = useState<Falta>();
  const choose = async (archivo: File | undefined) => {
    if (!archivo) return;
    cambiar(undefined);
    setLeida(undefined);
    setMala(undefined);
    try {
      if (archivo.size > MOST_BYTES) throw new LlaveMala('ilegible');
      const llave = await leerLlave(await archivo.text(), registradas(data?.entidad?.llaves));
      setLeida({ archivo: archivo.name, kid: llave.kid });
      cambiar({ firmar: (contenido) => jwsDe(llave, contenido) });
    } catch (cause) {
      setMala(cause instanceof LlaveMala ? cause.falta : 'ilegible');
    }
  };
  return (
    <>
      <p className="detalle">{firma.seOlvida}</p>
      {leida && <p role="status">{firma.leida(leida.archivo, leida.kid)}</p>}
      {mala && <p role="alert">{firma.faltas[mala]}</p>}
      {demo && entidad && !leida && <p className="detalle">{firma.deLaDemostracion(`${entidad}.jwk`)}</p>}
      <EntradaDeArchivos ref={input} elegir={([archivo]) => void choose(archivo)} />
      <Boton ocupado={loading} onPress={() => input.current?.click()}>
        {leida ? firma.elegirOtra : firma.elegir}
      </Boton>
    </>
  );
}

function ConOtroPrograma({ contenido, cambiar }: Pick<FirmarProps, 'contenido' | 'cambiar'>) {
  const { firma } = useTextosDe(deEmitidos);
  const announce = useAnnounce();
  const id = useId();
  const [jws, setJws] = useState('');
  const write = (escrito: string) => {
    setJws(escrito);
    cambiar(escrito.trim() ? { firmar: () => Promise.resolve(separado(escrito)) } : undefined);
  };
  const copy = async (bytes: string) => {
    await navigator.clipboard.writeText(bytes);
    announce(firma.copiado);
  };
  if (contenido === undefined) return <p>{firma.faltaContenido}</p>;
  return (
    <>
      <p className="detalle">{firma.como}</p>
      <div className="campo">
        <label htmlFor={`${id}-que`}>{firma.seFirma}</label>
        <textarea id={`${id}-que`} className="codigo" readOnly rows={4} value={contenido} />
      </div>
      {'clipboard' in navigator && <Boton onPress={() => void copy(contenido)}>{firma.copiar}</Boton>}
      <div className="campo">
        <label htmlFor={`${id}-jws`}>{firma.pegar}</label>
        <textarea id={`${id}-jws`} className="codigo" rows={3} value={jws} onChange={({ target }) => write(target.value)} spellCheck={false} autoComplete="off" />
      </div>
    </>
  );
}
