import { useApolloClient } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { Suspense, useState, type ReactNode } from 'react';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { Cargando, Vacio } from '../../../shared/ui/estado';
import { Etiqueta, type Tono } from '../../../shared/ui/etiqueta';
import { useGuardaFoco } from '../../../shared/ui/foco';
import { later } from '../../../shared/ui/later';
import { Pagina } from '../../../shared/ui/pagina';
import { AlDia, CargarMas, corto, POR_PAGINA, useAlVolver, useMomento } from '../al-dia';
import { Fallo } from '../fallo';
import { EntregasDocument, VerificarEntregaDocument, type EntregaDeListaFragment, type EntregasQuery, type EstadoJuridico, type VerificarEntregaQuery } from '../generado/graphql';
import type { Borrador } from './reemplazar';
import { textos as deEmitidos } from './textos';
import './emitidos.css';

/** Each question comes when somebody asks for it: two of them bring what signs. */
const Cancelar = later(() => import('./cancelar').then((m) => m.Cancelar));
const Revocar = later(() => import('./revocar').then((m) => m.Revocar));
const Reemplazar = later(() => import('./reemplazar').then((m) => m.Reemplazar));

/** What an entity delivered, and what each paper is worth. Each reading is told to the citizens: it is read on demand, and for those who come back. */
export function EmitidosPage() {
  const textos = useTextosDe(deEmitidos);
  const { filas: entregas, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: EntregasDocument, variables: DE_PAGINA, lista: deEntregas });
  const reload = () => void recargar();
  useAlVolver(reload);
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <AlDia cargando={cargando || actualizando} actualizar={reload} />
      {falla && <Fallo falla={falla} />}
      {!entregas && !falla && <Cargando />}
      {entregas?.length === 0 && <Vacio titulo={textos.ninguna} />}
      <ul className="tarjetas">
        {entregas?.map((entrega) => (
          <Emitido key={entrega.id} entrega={entrega} recargar={reload} />
        ))}
      </ul>
      <CargarMas {...mas}>{textos.cargarMas}</CargarMas>
    </Pagina>
  );
}

const DE_PAGINA = { first: POR_PAGINA };
const deEntregas = (data: EntregasQuery) => data.entregas;

const TONOS: Record<EstadoJuridico, Tono> = { VIGENTE: 'bien', VENCIDO: 'cuidado', AUN_NO_VIGENTE: 'cuidado', REEMPLAZADO: 'neutro', REVOCADO: 'peligro' };

function Emitido({ entrega, recargar }: { entrega: EntregaDeListaFragment; recargar: () => void }) {
  const textos = useTextosDe(deEmitidos);
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { entregaId, ciudadanoId, titular, estado, estadoJuridico } = entrega;
  const titulo = entrega.titulo ?? textos.sinTitulo(corto(entregaId));
  return (
    <li className="tarjeta" {...guarda}>
      <h2>{titulo}</h2>
      <p className="emitido-estado">
        {estadoJuridico && <Etiqueta tono={TONOS[estadoJuridico]}>{textos.juridicos[estadoJuridico]}</Etiqueta>}
        <span>
          <strong>{textos.estados[estado]}</strong> · {textos.para([titular, ciudadanoId].filter(Boolean).join(', '))}
        </span>
      </p>
      <DeEntrega entrega={entrega} />
      {estado === 'ANUNCIADA' && <p>{textos.porConfirmar}</p>}
      <Acciones entrega={entrega} titulo={titulo} recargar={recargar} />
    </li>
  );
}

function DeEntrega({ entrega }: { entrega: EntregaDeListaFragment }) {
  const textos = useTextosDe(deEmitidos);
  const { bytes, dia } = useFormatos();
  const momento = useMomento();
  const { entregaId, anunciadaEn, entregadaEn, eliminadaEn, canceladaEn, clase, nombreArchivo, tamanoBytes, llave, numero, vigenciaDesde, vigenciaHasta, revocadaEn, motivo, reemplazadaPor, reemplazaA } = entrega;
  const lineas = [
    [clase?.nombre, numero && textos.numero(numero), vigenciaDesde && textos.desde(dia(vigenciaDesde)), vigenciaHasta && textos.hasta(dia(vigenciaHasta))],
    [textos.anunciada(momento(anunciadaEn)), entregadaEn && textos.entregada(momento(entregadaEn)), eliminadaEn && textos.eliminada(momento(eliminadaEn)), canceladaEn && textos.cancelada(momento(canceladaEn))],
    [textos.deEntrega(corto(entregaId)), nombreArchivo, tamanoBytes && bytes(tamanoBytes), llave && textos.llave(llave)],
  ];
  return (
    <>
      {lineas.map((linea) => linea.filter(Boolean).join(' · ')).map((linea, i) => linea && <p key={i} className="detalle">{linea}</p>)}
      {revocadaEn && <p>{motivo ? textos.revocada(momento(revocadaEn), motivo) : textos.revocadaPorLlave(momento(revocadaEn))}</p>}
      {reemplazadaPor && <p>{textos.reemplazadaPor(corto(reemplazadaPor))}</p>}
      {reemplazaA && <p>{textos.reemplazaA(corto(reemplazaA))}</p>}
    </>
  );
}

interface AccionesProps {
  entrega: EntregaDeListaFragment;
  titulo: string;
  recargar: () => void;
}

/** What an entity can do with a paper. One that waits for its confirmation is cancelled. One that was taken back stays so; one that was replaced, or erased, can still be taken back. */
function Acciones({ entrega, titulo, recargar }: AccionesProps) {
  const textos = useTextosDe(deEmitidos);
  const announce = useAnnounce();
  const [abierto, setAbierto] = useState<'cancelar' | 'revocar' | 'reemplazar'>();
  const [borrador, setBorrador] = useState<Borrador>();
  const { estado, entregadaEn, revocadaEn, reemplazadaPor, entregaId } = entrega;
  const vale = Boolean(entregadaEn) && !revocadaEn;
  const close = () => setAbierto(undefined);
  const done = (dicho: string) => {
    close();
    announce(dicho);
  };
  return (
    <>
      <Verificar entregaId={entregaId} titulo={titulo} puede={estado === 'ENTREGADA'}>
        {estado === 'ENTREGADA' && vale && !reemplazadaPor && (
          <Boton aria-label={textos.reemplazar.botonDe(titulo)} onPress={() => setAbierto('reemplazar')}>
            {textos.reemplazar.boton}
          </Boton>
        )}
        {estado === 'ANUNCIADA' && (
          <Boton clase="cuidado" aria-label={textos.cancelar.botonDe(titulo)} onPress={() => setAbierto('cancelar')}>
            {textos.cancelar.boton}
          </Boton>
        )}
        {vale && (
          <Boton clase="cuidado" aria-label={textos.revocar.botonDe(titulo)} onPress={() => setAbierto('revocar')}>
            {textos.revocar.boton}
          </Boton>
        )}
      </Verificar>
      <Suspense>
        {abierto === 'cancelar' && (
          <Cancelar
            entrega={entrega}
            titulo={titulo}
            cerrar={close}
            hecho={(ahora) => done(ahora === 'VENCIDA' ? textos.cancelar.vencida(titulo) : textos.cancelar.hecho(titulo))}
            cambio={recargar}
          />
        )}
        {abierto === 'revocar' && <Revocar entrega={entrega} titulo={titulo} cancelar={close} hecho={() => done(textos.revocar.hecho(titulo))} cambio={recargar} />}
        {abierto === 'reemplazar' && (
          <Reemplazar
            entrega={entrega}
            antes={borrador}
            guardar={setBorrador}
            cancelar={close}
            hecho={() => {
              done(textos.reemplazar.hecho(titulo));
              recargar();
            }}
            cambio={recargar}
          />
        )}
      </Suspense>
    </>
  );
}

type Verificada = NonNullable<VerificarEntregaQuery['verificarDocumento']>;

interface VerificarProps {
  entregaId: string;
  titulo: string;
  /** Its file is there. */
  puede: boolean;
  /** The other buttons. */
  children: ReactNode;
}

/** Whether what is stored is still what was signed, beside what else can be done. */
function Verificar({ entregaId, titulo, puede, children }: VerificarProps) {
  const textos = useTextosDe(deEmitidos);
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [verificada, setVerificada] = useState<Verificada>();
  const [falla, setFalla] = useState<Falla>();
  const verify = async () => {
    setBusy(true);
    setFalla(undefined);
    try {
      const { data } = await client.query({ query: VerificarEntregaDocument, variables: { entregaId }, fetchPolicy: 'no-cache' });
      setVerificada(data?.verificarDocumento ?? undefined);
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {falla && <Fallo falla={falla} />}
      {verificada && <p role="status">{textos.resultados[verificada.resultado]}</p>}
      <div className="botones">
        {puede && (
          <Boton ocupado={busy} aria-label={textos.verificarDe(titulo)} onPress={() => void verify()}>
            {textos.verificar}
          </Boton>
        )}
        {children}
      </div>
    </>
  );
}
