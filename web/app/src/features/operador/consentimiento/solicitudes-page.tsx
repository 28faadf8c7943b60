import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { useId, useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { Dialogo } from '../../../shared/ui/dialogo';
import { Cargando, Vacio } from '../../../shared/ui/estado';
import { Etiqueta, type Tono } from '../../../shared/ui/etiqueta';
import { useGuardaFoco } from '../../../shared/ui/foco';
import { Pagina } from '../../../shared/ui/pagina';
import { Tabla } from '../../../shared/ui/tabla';
import { AlDia, CargarMas, POR_PAGINA, useCadaRato, useMomento } from '../al-dia';
import { Fallo } from '../fallo';
import {
  RecordarSolicitudDocument,
  RetirarSolicitudDocument,
  SolicitudesPedidasDocument,
  type EstadoSolicitud,
  type FiltroSolicitudes,
  type SolicitudPedidaFragment,
  type SolicitudesPedidasQuery,
} from '../generado/graphql';
import { usePuesto } from '../puesto';
import { Filtros, useBuscado } from './filtros';
import { Pedir } from './pedir';
import { esperaDeRecordar, estaAbierta, filtroDe } from './solicitud';
import { textos as deConsentimiento } from './textos';

const deSolicitudes = (data: SolicitudesPedidasQuery) => data.solicitudes;

const TONOS: Record<EstadoSolicitud, Tono> = { PENDIENTE: 'neutro', PARCIAL: 'cuidado', COMPLETA: 'bien', RECHAZADA: 'peligro', RETIRADA: 'neutro', VENCIDA: 'neutro' };

/** What an entity asks of citizens, and what came back. The list reads nothing of a citizen: it is read again and again. */
export function SolicitudesPage() {
  const textos = useTextosDe(deConsentimiento);
  const { solicitudes } = textos;
  const { permisos } = usePuesto();
  const pide = permisos.includes('solicitud');
  const { buscado, buscar } = useBuscado();
  const filtro = filtroDe(buscado) as FiltroSolicitudes; // the form offers the states of a request only
  const { filas, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: SolicitudesPedidasDocument, variables: { filtro, first: POR_PAGINA }, lista: deSolicitudes });
  const [ahora, setAhora] = useState(() => Date.now());
  const reload = () => {
    setAhora(Date.now());
    void recargar();
  };
  useCadaRato(reload);
  return (
    <Pagina titulo={solicitudes.titulo}>
      <p>{solicitudes.intro}</p>
      {pide && <Pedir hecho={reload} />}
      <Filtros estados={solicitudes.estados} ocupado={cargando} buscar={buscar} />
      <AlDia cargando={cargando || actualizando} actualizar={reload} />
      {falla && <Fallo falla={falla} />}
      {!filas && !falla && <Cargando />}
      {filas?.length === 0 && <Vacio titulo={solicitudes.ninguna} />}
      {filas && filas.length > 0 && (
        <Tabla
          titulo={solicitudes.tabla}
          columnas={[solicitudes.deQuien, textos.estado, solicitudes.llegado, ...(pide ? [solicitudes.acciones] : [])]}
          filas={filas.map((one) => ({
            clave: one.id,
            celdas: [
              <DeQuien key="quien" solicitud={one} />,
              <Estado key="estado" solicitud={one} />,
              <Llegado key="llegado" solicitud={one} />,
              ...(pide ? [<Acciones key="acciones" solicitud={one} ahora={ahora} recargar={reload} />] : []),
            ],
          }))}
        />
      )}
      <CargarMas {...mas}>{solicitudes.cargarMas}</CargarMas>
    </Pagina>
  );
}

interface DeSolicitud {
  solicitud: SolicitudPedidaFragment;
}

function DeQuien({ solicitud: { ciudadanoId, tramite, numeroInterno, creadaEn, pedidaPor } }: DeSolicitud) {
  const { solicitudes: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  return (
    <>
      <strong>{ciudadanoId}</strong>
      <p>{[tramite.nombre, numeroInterno].join(' · ')}</p>
      <p className="detalle">{textos.pedida(momento(creadaEn), pedidaPor ?? '')}</p>
    </>
  );
}

function Estado({ solicitud }: DeSolicitud) {
  const { solicitudes: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  const { estado, hasta, rechazadaEn, retiradaEn, recordatorios } = solicitud;
  const dichos = [
    estaAbierta(solicitud) && textos.responderHasta(momento(hasta)),
    rechazadaEn && textos.rechazada(momento(rechazadaEn)),
    retiradaEn && textos.retirada(momento(retiradaEn)),
    recordatorios > 0 && textos.recordatorios(recordatorios),
  ];
  return (
    <>
      <Etiqueta tono={TONOS[estado]}>{textos.estados[estado]}</Etiqueta>
      {dichos.map((dicho) => dicho && <p key={dicho} className="detalle">{dicho}</p>)}
    </>
  );
}

function Llegado({ solicitud: { requisitos } }: DeSolicitud) {
  const { solicitudes: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  return (
    <ul className="llegado">
      {requisitos.map(({ requisito: { codigo, nombre, opcional }, respuesta, recibido }) => (
        <li key={codigo}>
          {opcional ? textos.opcional(nombre) : nombre}: {textos.respuestas[respuesta ?? 'falta']}
          {recibido && `, ${recibido.estado === 'VIGENTE' ? textos.verHasta(momento(recibido.hasta)) : textos.yaNoSeVe}`}
        </li>
      ))}
    </ul>
  );
}

/** Reminding and withdrawing, as long as the citizen can answer. */
function Acciones({ solicitud, ahora, recargar }: DeSolicitud & { ahora: number; recargar: () => void }) {
  const { solicitudes: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  const announce = useAnnounce();
  const guarda = useGuardaFoco<HTMLDivElement>();
  const porQue = useId();
  const [falla, setFalla] = useState<Falla>();
  const [retira, setRetira] = useState(false);
  const [remind, { loading }] = useMutation(RecordarSolicitudDocument);
  const { id, numeroInterno } = solicitud;
  const numero = numeroInterno ?? '';
  const espera = esperaDeRecordar(solicitud, ahora);

  const press = async () => {
    const { data } = await remind({ variables: { solicitudId: id } });
    const { solicitud: now, errores = [] } = data?.recordarSolicitud ?? {};
    setFalla(now ? undefined : (errores[0] ?? toFalla(undefined)));
    if (now) announce(textos.recordada(numero));
    else recargar(); // it is not as it was shown
  };
  return (
    <div {...guarda}>
      {estaAbierta(solicitud) && (
        <>
          <div className="botones">
            <Boton
              isDisabled={espera !== undefined}
              ocupado={loading}
              aria-label={textos.recordarDe(numero)}
              {...(espera && { 'aria-describedby': porQue })}
              onPress={() => void press().catch((cause: unknown) => setFalla(toFalla(cause)))}
            >
              {textos.recordar}
            </Boton>
            <Boton clase="cuidado" aria-label={textos.retirarDe(numero)} onPress={() => setRetira(true)}>
              {textos.retirar}
            </Boton>
          </div>
          {espera && (
            <p id={porQue} className="detalle">
              {espera.causa === 'tres' ? textos.tres : textos.pronto(momento(espera.desde))}
            </p>
          )}
        </>
      )}
      {falla && <Fallo falla={falla} />}
      {retira && (
        <Retirar
          id={id}
          numero={numero}
          cerrar={() => setRetira(false)}
          hecho={() => {
            setRetira(false);
            announce(textos.hecho(numero));
          }}
          cambio={recargar}
        />
      )}
    </div>
  );
}

interface RetirarProps {
  id: string;
  numero: string;
  cerrar: () => void;
  hecho: () => void;
  /** The list is not as it was shown. */
  cambio: () => void;
}

function Retirar({ id, numero, cerrar, hecho, cambio }: RetirarProps) {
  const { solicitudes: textos } = useTextosDe(deConsentimiento);
  const [falla, setFalla] = useState<Falla>();
  const [withdraw, { loading }] = useMutation(RetirarSolicitudDocument);
  const confirm = async () => {
    const { data } = await withdraw({ variables: { solicitudId: id } });
    const { solicitud, errores = [] } = data?.retirarSolicitud ?? {};
    if (solicitud) return hecho();
    setFalla(errores[0] ?? toFalla(undefined));
    cambio();
  };
  return (
    <Dialogo
      titulo={textos.pregunta}
      cancelar={cerrar}
      botones={
        <>
          <Boton autoFocus onPress={cerrar}>
            {textos.dejar}
          </Boton>
          <Boton clase="peligro" ocupado={loading} onPress={() => void confirm().catch((cause: unknown) => setFalla(toFalla(cause)))}>
            {textos.retirarla}
          </Boton>
        </>
      }
    >
      <p>{numero}</p>
      <p>{textos.consecuencia}</p>
      {falla && <Fallo falla={falla} />}
    </Dialogo>
  );
}
