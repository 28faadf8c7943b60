import { useApolloClient } from '@apollo/client/react';
import { hashFile, type EstadoDeSubida, type Falla } from '@carpeta-ciudadana/cliente';
import { useEffect, useId, useRef, useState } from 'react';
import { hoy } from '../../../shared/hoy';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { CampoTexto, CampoTipo } from '../../../shared/ui/campos';
import { Datos } from '../../../shared/ui/datos';
import { Dialogo } from '../../../shared/ui/dialogo';
import { EntradaDeArchivos } from '../../../shared/ui/entrada-de-archivos';
import { Fallo } from '../fallo';
import type { EntregaDeListaFragment, EntregarDocumentoInput } from '../generado/graphql';
import { textos as deOperador } from '../textos';
import { deReemplazo, sal, texto } from './contenido';
import { entregar } from './entregar';
import { Firmar, type Firmador } from './firmar';
import { textos as deEmitidos } from './textos';

interface ReemplazarProps {
  entrega: EntregaDeListaFragment;
  /** What was typed before, if the sheet was closed: with the same salt a delivery that was announced goes on. */
  antes: Borrador | undefined;
  guardar: (borrador: Borrador) => void;
  cancelar: () => void;
  hecho: () => void;
  /** The list is not as it was shown. */
  cambio: () => void;
}

/** What somebody else did to the old paper meanwhile. */
const CAMBIO = ['ENTREGA_REVOCADA', 'ENTREGA_REEMPLAZADA', 'NOT_FOUND'];

/** What is to be delivered, before it is signed. */
type Preparado = { archivo: File; input: Omit<EntregarDocumentoInput, 'firma'>; contenido: string };

/** Delivers a paper that stands for another one: first what it says, then the signature over exactly that. */
export function Reemplazar({ entrega, antes, guardar, cancelar, hecho, cambio }: ReemplazarProps) {
  const { reemplazar: textos } = useTextosDe(deEmitidos);
  const [borrador, setBorrador] = useState<Borrador>(() => antes ?? borradorDe(entrega));
  const write = (now: Borrador) => {
    setBorrador(now);
    guardar(now);
  };
  const [preparado, setPreparado] = useState<Preparado>();
  return (
    <Dialogo lateral titulo={textos.titulo} cancelar={cancelar}>
      <p>{textos.consecuencia}</p>
      {preparado ? (
        <ConFirma preparado={preparado} volver={() => setPreparado(undefined)} hecho={hecho} cambio={cambio} />
      ) : (
        <Formulario entrega={entrega} borrador={borrador} cambiar={write} cancelar={cancelar} continuar={setPreparado} />
      )}
    </Dialogo>
  );
}

export interface Borrador {
  archivo?: File;
  titulo: string;
  codigoTipo: string;
  titular: string;
  numero: string;
  fechaEmision: string;
  desde: string;
  hasta: string;
  contexto: string;
  sal: string;
}

/** The new paper says what the old one said, but for its days. */
const borradorDe = ({ titulo, tipo, titular, numero }: EntregaDeListaFragment): Borrador => ({
  titulo: titulo ?? '',
  codigoTipo: tipo ?? 'OTRO',
  titular: titular ?? '',
  numero: numero ?? '',
  fechaEmision: hoy(),
  desde: '',
  hasta: '',
  contexto: '',
  sal: sal(),
});

interface FormularioProps {
  entrega: EntregaDeListaFragment;
  borrador: Borrador;
  cambiar: (borrador: Borrador) => void;
  cancelar: () => void;
  continuar: (preparado: Preparado) => void;
}

function Formulario({ entrega, borrador, cambiar, cancelar, continuar }: FormularioProps) {
  const { reemplazar: textos } = useTextosDe(deEmitidos);
  const { cancelar: cancel } = useTextosDe(deOperador);
  const [intentado, setIntentado] = useState(false);
  const [leyendo, setLeyendo] = useState(false);
  const [ilegible, setIlegible] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (cambios: Partial<Borrador>) => cambiar({ ...borrador, ...cambios });
  const faltas = faltasDe(borrador, textos);
  const shown = intentado ? faltas : {};
  const prepare = async () => {
    setIntentado(true);
    const { archivo } = borrador;
    if (Object.keys(faltas).length > 0 || !archivo) return form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    setLeyendo(true);
    try {
      continuar(preparar(entrega, borrador, archivo, await hashFile(archivo)));
    } catch {
      setIlegible(true);
      setLeyendo(false);
    }
  };
  return (
    <form
      ref={form}
      className="formulario reemplazo"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!leyendo) void prepare();
      }}
    >
      <Archivo
        archivo={borrador.archivo}
        elegir={(archivo) => {
          setIlegible(false);
          set({ archivo });
        }}
        falta={ilegible ? textos.ilegible : shown.archivo}
      />
      <CampoTexto nombre={textos.nombre} valor={borrador.titulo} cambiar={(titulo) => set({ titulo })} maximo={200} requerido falta={shown.titulo} />
      <CampoTipo nombre={textos.tipo} valor={borrador.codigoTipo} cambiar={(codigoTipo) => set({ codigoTipo })} />
      <CampoTexto nombre={textos.titular} valor={borrador.titular} cambiar={(titular) => set({ titular })} maximo={200} requerido falta={shown.titular} />
      <CampoTexto nombre={textos.opcional(textos.numero)} valor={borrador.numero} cambiar={(numero) => set({ numero })} maximo={64} />
      <CampoDia nombre={textos.fechaEmision} valor={borrador.fechaEmision} cambiar={(fechaEmision) => set({ fechaEmision })} requerido falta={shown.fechaEmision} />
      <CampoDia nombre={textos.opcional(textos.desde)} valor={borrador.desde} cambiar={(desde) => set({ desde })} />
      <CampoDia nombre={textos.opcional(textos.hasta)} valor={borrador.hasta} cambiar={(hasta) => set({ hasta })} falta={shown.hasta} />
      <CampoTexto nombre={textos.opcional(textos.contexto)} valor={borrador.contexto} cambiar={(contexto) => set({ contexto })} maximo={200} />
      {leyendo && <p role="status">{textos.huella}</p>}
      <div className="botones">
        <Boton onPress={cancelar}>{cancel}</Boton>
        <Boton type="submit" clase="principal" ocupado={leyendo}>
          {textos.continuar}
        </Boton>
      </div>
    </form>
  );
}

type Faltas = Partial<Record<keyof Borrador, string>>;

function faltasDe({ archivo, titulo, titular, fechaEmision, desde, hasta }: Borrador, textos: { faltaArchivo: string; falta: string; alReves: string }): Faltas {
  return {
    ...(!archivo && { archivo: textos.faltaArchivo }),
    ...(!texto(titulo) && { titulo: textos.falta }),
    ...(!texto(titular) && { titular: textos.falta }),
    ...(!fechaEmision && { fechaEmision: textos.falta }),
    ...(desde && hasta && hasta < desde && { hasta: textos.alReves }),
  };
}

function preparar({ ciudadanoId, entregaId }: EntregaDeListaFragment, borrador: Borrador, archivo: File, hashDocumento: string): Preparado {
  const { fechaEmision, desde, hasta, sal, codigoTipo } = borrador;
  const titulo = texto(borrador.titulo);
  const vigencia = desde || hasta ? { desde: desde || undefined, hasta: hasta || undefined } : undefined;
  const declaracion = { fechaEmision, numero: texto(borrador.numero) || undefined, vigencia, titular: { nombre: texto(borrador.titular), sal } };
  const input = {
    ciudadanoId,
    titulo,
    codigoTipo,
    contextoDocumento: borrador.contexto.trim(),
    nombreArchivo: archivo.name,
    tipoContenido: archivo.type || 'application/octet-stream',
    tamanoBytes: archivo.size,
    hashDocumento,
    declaracion,
    reemplazaA: entregaId,
  };
  return { archivo, input, contenido: deReemplazo({ ciudadanoId, hashDocumento, codigoTipo, titulo, declaracion, reemplazaA: entregaId }) };
}

interface ConFirmaProps {
  preparado: Preparado;
  volver: () => void;
  hecho: () => void;
  cambio: () => void;
}

function ConFirma({ preparado, volver, hecho, cambio }: ConFirmaProps) {
  const { reemplazar: textos, revocar } = useTextosDe(deEmitidos);
  const { dia } = useFormatos();
  const client = useApolloClient();
  const [firmador, setFirmador] = useState<Firmador>();
  const [intentado, setIntentado] = useState(false);
  const [avance, setAvance] = useState<EstadoDeSubida<EntregaDeListaFragment>>();
  const [falla, setFalla] = useState<Falla>();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const { archivo, input, contenido } = preparado;
  const enCurso = avance !== undefined;
  const { fechaEmision, vigencia } = input.declaracion ?? {};
  const send = async () => {
    setIntentado(true);
    if (!firmador) return;
    setFalla(undefined);
    const subida = entregar(client, { archivo, input: { ...input, firma: await firmador.firmar(contenido) } });
    stop.current = subida.detener;
    const tell = () => setAvance(subida.estado.get());
    tell();
    const forget = subida.estado.subscribe(tell);
    const fin = await subida.fin;
    forget();
    setAvance(undefined);
    if (fin.fase === 'lista') return hecho();
    if (fin.fase !== 'fallida') return;
    setFalla(fin.falla);
    if (CAMBIO.includes(fin.falla.codigo)) cambio();
  };
  return (
    <>
      <Datos
        filas={[
          [textos.nombre, input.titulo],
          [textos.para, `${input.declaracion?.titular.nombre} · ${input.ciudadanoId}`],
          [textos.numero, input.declaracion?.numero],
          [textos.fechaEmision, fechaEmision && dia(fechaEmision)],
          [textos.desde, vigencia?.desde && dia(vigencia.desde)],
          [textos.hasta, vigencia?.hasta && dia(vigencia.hasta)],
        ]}
      />
      <Firmar contenido={contenido} cambiar={setFirmador} falta={intentado && !firmador ? revocar.faltaFirma : undefined} />
      {avance && <Avance {...avance} />}
      {falla && <Fallo falla={falla} />}
      <div className="botones">
        {!enCurso && <Boton onPress={volver}>{textos.atras}</Boton>}
        <Boton clase="peligro" ocupado={enCurso} onPress={() => void send()}>
          {textos.confirmar}
        </Boton>
      </div>
    </>
  );
}

function Avance({ fase, hechos, total }: EstadoDeSubida<EntregaDeListaFragment>) {
  const { reemplazar: textos } = useTextosDe(deEmitidos);
  const { porcentaje } = useFormatos();
  return <p role="status">{fase === 'confirmacion' ? textos.comprobando : textos.enviando(porcentaje(fase === 'envio' ? hechos / total : 0))}</p>;
}

function Archivo({ archivo, elegir, falta }: { archivo: File | undefined; elegir: (archivo: File) => void; falta: string | undefined }) {
  const { reemplazar: textos } = useTextosDe(deEmitidos);
  const { bytes } = useFormatos();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="campo">
      <EntradaDeArchivos ref={input} elegir={([chosen]) => chosen && elegir(chosen)} />
      <div>
        <Boton onPress={() => input.current?.click()}>{archivo ? textos.otroArchivo : textos.archivo}</Boton>
      </div>
      {archivo && <p>{textos.elegido(archivo.name, bytes(archivo.size))}</p>}
      {falta && (
        <p className="falta" role="alert">
          {falta}
        </p>
      )}
    </div>
  );
}

interface CampoDiaProps {
  nombre: string;
  valor: string;
  cambiar: (valor: string) => void;
  requerido?: boolean;
  falta?: string | undefined;
}

function CampoDia({ nombre, valor, cambiar, requerido = false, falta }: CampoDiaProps) {
  const id = useId();
  return (
    <div className="campo">
      <label htmlFor={id}>{nombre}</label>
      <input
        id={id}
        type="date"
        value={valor}
        required={requerido}
        aria-invalid={falta !== undefined}
        aria-describedby={falta !== undefined ? `${id}-falta` : undefined}
        onChange={({ target }) => cambiar(target.value)}
      />
      {falta !== undefined && (
        <span id={`${id}-falta`} className="falta">
          {falta}
        </span>
      )}
    </div>
  );
}
