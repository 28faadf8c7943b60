import { useMutation, useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useEffect, useState } from 'react';
import { CodigosDeDocumentoDocument, CrearCodigoDocument, TerminarCodigoDocument, type CrearCodigoMutation } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Casilla } from '../../shared/ui/casilla';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso, Nota } from '../../shared/ui/estado';
import { Qr } from './qr';
import { textos as deCodigos } from './textos';
import './codigos.css';

const HORA = 3_600_000;
const PLAZOS = { hora: HORA, dia: 24 * HORA, semana: 7 * 24 * HORA - 600_000 }; // a file is shown for 7 days at most, and clocks differ
type Plazo = keyof typeof PLAZOS;

/** The sheet follows what becomes of its codes: that somebody looked, that another page ended one. In milliseconds. */
const CADA = 5_000;

type Codigo = NonNullable<NonNullable<CrearCodigoMutation['crearCodigo']>['codigo']>;

interface MostrarProps {
  id: string;
  /** Its issuer stands by it: it can be shown by a new code. */
  enPie: boolean;
  cerrar: () => void;
}

/** Makes codes that show a certified document, shows them, and ends them. */
export function Mostrar({ id, enPie, cerrar }: MostrarProps) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const [mostrado, setMostrado] = useState<string>();
  const [terminado, setTerminado] = useState(false);
  const [falla, setFalla] = useState<Aviso>();
  const { data, error, refetch } = useQuery(CodigosDeDocumentoDocument, { variables: { id }, fetchPolicy: 'network-only', pollInterval: CADA, skipPollAttempt: () => document.hidden });
  const node = data?.node;
  const enUso = useEnUso(node?.__typename === 'Documento' ? (node.codigos?.nodes ?? []) : []);
  const codigo = enUso.find((one) => one.id === mostrado);
  const again = async (shown?: string) => {
    await refetch().catch(() => {}); // it is told below
    setMostrado(shown);
    setTerminado(shown === undefined);
  };
  const ending = useTerminar(setFalla, again);
  const show = (shown: string | undefined) => {
    setFalla(undefined);
    setTerminado(false);
    setMostrado(shown);
  };
  return (
    <Dialogo lateral titulo={textos.titulo} cancelar={cerrar}>
      {terminado && !codigo && (
        <Nota icono="bien">
          {textos.terminado} {enUso.length > 0 && textos.quedan}
        </Nota>
      )}
      {mostrado && !codigo && <Nota tono="cuidado" icono="reloj">{textos.acabo}</Nota>}
      {codigo && <UnCodigo codigo={codigo} terminar={ending} fallar={setFalla} cerrar={() => show(undefined)} />}
      {!codigo && enPie && <Nuevo id={id} fallar={setFalla} hecho={again} cancelar={cerrar} />}
      {!codigo && !enPie && <p>{textos.noSePuede}</p>}
      {falla && <Aviso falla={falla} />}
      {error && <Aviso falla={toFalla(error)} reintentar={() => void refetch().catch(() => {})} />}
      {!codigo && enUso.length > 0 && <EnUso codigos={enUso} ver={show} terminar={ending} />}
    </Dialogo>
  );
}

/** Those of the codes that can be used now; what ends while somebody looks goes, also without a network. */
function useEnUso(codigos: readonly Codigo[]): Codigo[] {
  const [ahora, setAhora] = useState(() => Date.now());
  const enUso = codigos.filter(({ estado, hasta }) => estado === 'VIGENTE' && Date.parse(hasta) > ahora);
  const proximo = Math.min(...enUso.map(({ hasta }) => Date.parse(hasta)));
  useEffect(() => {
    const wait = Math.min(proximo - Date.now() + 1, 2 ** 31 - 1); // a timer is not longer
    const timer = setTimeout(() => setAhora(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [proximo]);
  return enUso;
}

interface Terminar {
  busy: boolean;
  end: (id: string) => Promise<void>;
}

function useTerminar(fallar: (falla: Aviso | undefined) => void, again: () => Promise<void>): Terminar {
  const { codigos: textos } = useTextosDe(deCodigos);
  const announce = useAnnounce();
  const [terminar, { loading }] = useMutation(TerminarCodigoDocument);
  const end = async (id: string) => {
    fallar(undefined);
    try {
      const { data } = await terminar({ variables: { input: { codigoId: id } } });
      const refused = data?.terminarCodigo?.errores[0];
      if (refused) return fallar(refused);
      announce(textos.terminado);
      await again();
    } catch (cause) {
      fallar(toFalla(cause));
    }
  };
  return { busy: loading, end };
}

interface NuevoProps {
  id: string;
  fallar: (falla: Aviso | undefined) => void;
  hecho: (codigo: string) => Promise<void>;
  cancelar: () => void;
}

function Nuevo({ id, fallar, hecho, cancelar }: NuevoProps) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const [plazo, setPlazo] = useState<Plazo>('dia');
  const [alcance, setAlcance] = useState<keyof typeof textos.alcances>('DATOS');
  const [mostrarTitular, setMostrarTitular] = useState(false);
  const [referencia, setReferencia] = useState('');
  const [crear, { loading }] = useMutation(CrearCodigoDocument);

  const make = async () => {
    fallar(undefined);
    const hasta = new Date(Date.now() + PLAZOS[plazo]).toISOString();
    try {
      const { data } = await crear({ variables: { input: { documentoId: id, hasta, alcance, mostrarTitular, referencia: referencia.trim() } } });
      const refused = data?.crearCodigo?.errores[0];
      if (refused) return fallar(refused);
      if (data?.crearCodigo?.codigo) await hecho(data.crearCodigo.codigo.id);
    } catch (cause) {
      fallar(toFalla(cause));
    }
  };

  return (
    <>
      <p>{textos.intro}</p>
      <Opciones titulo={textos.plazo} nombre="plazo" opciones={textos.plazos} valor={plazo} cambiar={setPlazo} />
      <Opciones titulo={textos.que} nombre="alcance" opciones={textos.alcances} valor={alcance} cambiar={setAlcance} />
      <Casilla nombre={textos.nombre} valor={mostrarTitular} cambiar={setMostrarTitular} />
      <CampoTexto nombre={textos.para} valor={referencia} cambiar={setReferencia} maximo={120} />
      <div className="botones">
        <Boton onPress={cancelar}>{textos.cancelar}</Boton>
        <Boton clase="principal" ocupado={loading} onPress={() => void make()}>
          {textos.crear}
        </Boton>
      </div>
    </>
  );
}

interface OpcionesProps<K extends string> {
  titulo: string;
  nombre: string;
  opciones: Readonly<Record<K, string>>;
  valor: K;
  cambiar: (valor: K) => void;
}

function Opciones<K extends string>({ titulo, nombre, opciones, valor, cambiar }: OpcionesProps<K>) {
  return (
    <fieldset className="opciones">
      <legend>{titulo}</legend>
      {(Object.keys(opciones) as K[]).map((one) => (
        <label key={one}>
          <input type="radio" name={nombre} checked={valor === one} onChange={() => cambiar(one)} />
          {opciones[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface UnCodigoProps {
  codigo: Codigo;
  terminar: Terminar;
  fallar: (falla: Aviso | undefined) => void;
  cerrar: () => void;
}

/** A code, large enough for a camera. */
function UnCodigo({ codigo: { id, direccion, hasta, usos, alcance }, terminar, fallar, cerrar }: UnCodigoProps) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const { momento } = useFormatos();
  const url = direccion && new URL(direccion, location.origin).href;
  return (
    <>
      {url ? (
        <>
          <p>{textos.listo}</p>
          <Qr texto={url} nombre={textos.imagen} />
          <p className="direccion">{url}</p>
        </>
      ) : (
        <p>{textos.sinDireccion}</p>
      )}
      <p role="status">
        {textos.hasta(momento(hasta))} · {textos.alcances[alcance]} · {textos.usos(usos)}
      </p>
      <div className="botones">
        <Boton onPress={cerrar}>{textos.cerrar}</Boton>
        <Boton clase="cuidado" ocupado={terminar.busy} onPress={() => void terminar.end(id)}>
          {textos.terminar}
        </Boton>
        {url && <Enviar url={url} fallar={fallar} />}
      </div>
    </>
  );
}

/** Hands the address on, by what the browser has: the sheet of the system, its clipboard, or neither, and it is read above. */
function Enviar({ url, fallar }: { url: string; fallar: UnCodigoProps['fallar'] }) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const [copiado, setCopiado] = useState(false);
  const announce = useAnnounce();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopiado(true);
      announce(textos.copiado);
    } catch {
      fallar({ mensaje: textos.noSeCopio });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ url });
    } catch (cause) {
      if ((cause as Error).name !== 'AbortError') fallar({ mensaje: textos.noSeEnvio }); // otherwise they turned away from it
    }
  };
  const shares = 'share' in navigator;
  return (
    <>
      {'clipboard' in navigator && (
        <Boton {...(!shares && { clase: 'principal' })} onPress={() => void copy()}>
          {copiado ? textos.yaCopiado : textos.copiar}
        </Boton>
      )}
      {shares && (
        <Boton clase="principal" onPress={() => void share()}>
          {textos.compartir}
        </Boton>
      )}
    </>
  );
}

function EnUso({ codigos, ver, terminar }: { codigos: readonly Codigo[]; ver: (id: string) => void; terminar: Terminar }) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const { momento } = useFormatos();
  return (
    <section className="en-uso">
      <h3>{textos.enUso}</h3>
      <ul className="codigos-en-uso">
        {codigos.map(({ id, referencia, hasta, usos, alcance }) => (
          <li key={id}>
            <strong>{referencia || textos.sinNota}</strong>
            <p className="detalle">{[textos.hasta(momento(hasta)), textos.alcances[alcance], textos.usos(usos)].join(' · ')}</p>
            <div className="botones">
              <Boton onPress={() => ver(id)}>{textos.ver}</Boton>
              <Boton clase="cuidado" ocupado={terminar.busy} aria-label={textos.terminarDe(referencia || textos.sinNota)} onPress={() => void terminar.end(id)}>
                {textos.terminar}
              </Boton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
