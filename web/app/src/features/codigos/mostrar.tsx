import { useMutation, useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { CodigosDeDocumentoDocument, CrearCodigoDocument, TerminarCodigoDocument, type CrearCodigoMutation } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso } from '../../shared/ui/estado';
import { Qr } from './qr';
import { textos as deCodigos } from './textos';
import './codigos.css';

const HORA = 3_600_000;
const PLAZOS = { hora: HORA, dia: 24 * HORA, semana: 7 * 24 * HORA - 60_000 }; // a file is shown for 7 days at most
type Plazo = keyof typeof PLAZOS;

type Codigo = NonNullable<NonNullable<CrearCodigoMutation['crearCodigo']>['codigo']>;

/** Makes codes that show a certified document, shows them, and ends them. */
export function Mostrar({ id, cerrar }: { id: string; cerrar: () => void }) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const [mostrado, setMostrado] = useState<string>();
  const [falla, setFalla] = useState<Aviso>();
  const { data, error, refetch } = useQuery(CodigosDeDocumentoDocument, { variables: { id }, fetchPolicy: 'network-only' });
  const node = data?.node;
  const enUso = (node?.__typename === 'Documento' ? (node.codigos?.nodes ?? []) : []).filter(({ estado }) => estado === 'VIGENTE');
  const codigo = enUso.find((one) => one.id === mostrado);
  const again = async (shown?: string) => {
    await refetch().catch(() => {}); // it is told below
    setMostrado(shown);
  };
  const ending = useTerminar(setFalla, again);
  return (
    <Dialogo lateral titulo={textos.titulo} cancelar={cerrar}>
      {codigo ? <UnCodigo codigo={codigo} terminar={ending} cerrar={() => setMostrado(undefined)} /> : <Nuevo id={id} fallar={setFalla} hecho={again} cancelar={cerrar} />}
      {falla && <Aviso falla={falla} />}
      {error && <Aviso falla={toFalla(error)} reintentar={() => void again()} />}
      {!codigo && enUso.length > 0 && <EnUso codigos={enUso} ver={setMostrado} terminar={ending} />}
    </Dialogo>
  );
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
      <div className="opciones">
        <label>
          <input type="checkbox" checked={mostrarTitular} onChange={(event) => setMostrarTitular(event.target.checked)} />
          {textos.nombre}
        </label>
      </div>
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

/** A code, large enough for a camera. */
function UnCodigo({ codigo, terminar, cerrar }: { codigo: Codigo; terminar: Terminar; cerrar: () => void }) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const { momento } = useFormatos();
  const announce = useAnnounce();
  const direccion = codigo.direccion ? new URL(codigo.direccion, location.origin).href : undefined;
  const copy = async () => {
    await navigator.clipboard.writeText(direccion ?? '');
    announce(textos.copiado);
  };
  return (
    <>
      {direccion && (
        <>
          <p>{textos.listo}</p>
          <Qr texto={direccion} nombre={textos.imagen} />
        </>
      )}
      <p>{textos.hasta(momento(codigo.hasta))}</p>
      <div className="botones">
        <Boton onPress={cerrar}>{textos.cerrar}</Boton>
        <Boton clase="cuidado" ocupado={terminar.busy} onPress={() => void terminar.end(codigo.id)}>
          {textos.terminar}
        </Boton>
        {direccion && 'clipboard' in navigator && <Boton onPress={() => void copy()}>{textos.copiar}</Boton>}
        {direccion && 'share' in navigator && (
          <Boton clase="principal" onPress={() => void navigator.share({ url: direccion }).catch(() => {})}>
            {textos.compartir}
          </Boton>
        )}
      </div>
    </>
  );
}

function EnUso({ codigos, ver, terminar }: { codigos: readonly Codigo[]; ver: (id: string) => void; terminar: Terminar }) {
  const { codigos: textos } = useTextosDe(deCodigos);
  const { momento } = useFormatos();
  return (
    <>
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
    </>
  );
}
