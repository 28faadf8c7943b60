import { useCodigos, type Codigo, type Codigos } from '@carpeta-ciudadana/react';
import { useState } from 'react';
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
  const { enUso, crear, terminar, recargar, falla: deLaLista } = useCodigos(id);
  const codigo = enUso.find((one) => one.id === mostrado);
  const announce = useAnnounce();
  const [terminando, setTerminando] = useState(false);
  const end = async (code: string) => {
    setFalla(undefined);
    setTerminando(true);
    const { falla } = await terminar(code);
    setTerminando(false);
    if (falla) return setFalla(falla);
    announce(textos.terminado);
    setMostrado(undefined);
    setTerminado(true);
  };
  const ending: Terminar = { busy: terminando, end: (code) => void end(code) };
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
      {!codigo && enPie && <Nuevo crear={crear} fallar={setFalla} hecho={show} cancelar={cerrar} />}
      {!codigo && !enPie && <p>{textos.noSePuede}</p>}
      {falla && <Aviso falla={falla} />}
      {deLaLista && <Aviso falla={deLaLista} reintentar={() => void recargar()} />}
      {!codigo && enUso.length > 0 && <EnUso codigos={enUso} ver={show} terminar={ending} />}
    </Dialogo>
  );
}

interface Terminar {
  busy: boolean;
  end: (id: string) => void;
}

interface NuevoProps {
  crear: Codigos['crear'];
  fallar: (falla: Aviso | undefined) => void;
  hecho: (codigo: string) => void;
  cancelar: () => void;
}

function Nuevo({ crear, fallar, hecho, cancelar }: NuevoProps) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const [plazo, setPlazo] = useState<Plazo>('dia');
  const [alcance, setAlcance] = useState<keyof typeof textos.alcances>('DATOS');
  const [mostrarTitular, setMostrarTitular] = useState(false);
  const [copia, setCopia] = useState(false);
  const [referencia, setReferencia] = useState('');
  const [creando, setCreando] = useState(false);

  const conArchivo = alcance === 'DATOS_Y_ARCHIVO';

  const make = async () => {
    fallar(undefined);
    const hasta = new Date(Date.now() + PLAZOS[plazo]).toISOString();
    setCreando(true);
    const { valor, falla } = await crear({ hasta, alcance, mostrarTitular, conCopiaVerificable: conArchivo && copia, referencia: referencia.trim() });
    setCreando(false);
    if (valor) hecho(valor.id);
    else fallar(falla);
  };

  return (
    <>
      <p>{textos.intro}</p>
      <Opciones titulo={textos.plazo} nombre="plazo" opciones={textos.plazos} valor={plazo} cambiar={setPlazo} />
      <Opciones titulo={textos.que} nombre="alcance" opciones={textos.alcances} valor={alcance} cambiar={setAlcance} />
      <Casilla nombre={textos.nombre} valor={mostrarTitular} cambiar={setMostrarTitular} />
      {conArchivo && <Casilla nombre={textos.copia} valor={copia} cambiar={setCopia} ayuda={textos.queEsCopia} />}
      <CampoTexto nombre={textos.para} valor={referencia} cambiar={setReferencia} maximo={120} />
      <div className="botones">
        <Boton onPress={cancelar}>{textos.cancelar}</Boton>
        <Boton clase="principal" ocupado={creando} onPress={() => void make()}>
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

/** What is said of a code beside its name. */
function useDicho() {
  const { codigos: textos } = useTextosDe(deCodigos);
  const { momento } = useFormatos();
  return ({ hasta, usos, alcance, conCopiaVerificable: copia }: Pick<Codigo, 'hasta' | 'usos' | 'alcance' | 'conCopiaVerificable'>) =>
    [textos.hasta(momento(hasta)), textos.alcances[alcance], ...(copia ? [textos.conCopia] : []), textos.usos(usos)].join(' · ');
}

interface UnCodigoProps {
  codigo: Codigo;
  terminar: Terminar;
  fallar: (falla: Aviso | undefined) => void;
  cerrar: () => void;
}

/** A code, large enough for a camera. */
function UnCodigo({ codigo: { id, direccion: url, ...codigo }, terminar, fallar, cerrar }: UnCodigoProps) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const dicho = useDicho();
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
      <p role="status">{dicho(codigo)}</p>
      <div className="botones">
        <Boton onPress={cerrar}>{textos.cerrar}</Boton>
        <Boton clase="cuidado" ocupado={terminar.busy} onPress={() => terminar.end(id)}>
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
  const dicho = useDicho();
  return (
    <section className="en-uso">
      <h3>{textos.enUso}</h3>
      <ul className="codigos-en-uso">
        {codigos.map(({ id, referencia, ...codigo }) => (
          <li key={id}>
            <strong>{referencia || textos.sinNota}</strong>
            <p className="detalle">{dicho(codigo)}</p>
            <div className="botones">
              <Boton onPress={() => ver(id)}>{textos.ver}</Boton>
              <Boton clase="cuidado" ocupado={terminar.busy} aria-label={textos.terminarDe(referencia || textos.sinNota)} onPress={() => terminar.end(id)}>
                {textos.terminar}
              </Boton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
