import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useSolicitud, type SolicitudPedida, type UnaSolicitud } from '@carpeta-ciudadana/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useOtraVez } from '../../shared/session/otra-vez';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton, EnlaceBoton } from '../../shared/ui/boton';
import { Casilla } from '../../shared/ui/casilla';
import { Datos } from '../../shared/ui/datos';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso, Cargando, Nota, type Aviso as DeAviso } from '../../shared/ui/estado';
import { IconoDeTipo } from '../../shared/ui/icono';
import { Pagina } from '../../shared/ui/pagina';
import { Renglon } from '../../shared/ui/renglon';
import { dadosDe, empezada, libresDe, pendientesDe, plazosDe, queCaben, recordar, respuestasDe, siguienteDe, sinResponder, type Elegido, type Pedido } from './respuestas';
import { textos as deCompartidos } from './textos';
import './compartidos.css';

/** What an entity asks for: one requirement a page, then one sentence, and the answer. */
export function SolicitudPage({ id }: { id: string }) {
  const { solicitud: textos } = useTextosDe(deCompartidos);
  const una = useSolicitud(id);
  const { solicitud, cargando, falla, recargar } = una;
  const [hecho, setHecho] = useState<string>();
  if (hecho !== undefined) return <Hecho texto={hecho} />;
  if (!solicitud) {
    return (
      <Pagina titulo={textos.titulo}>
        {cargando && <Cargando />}
        {solicitud === null && <p>{textos.noEsta}</p>}
        {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
        {!cargando && <EnlaceBoton href="/compartidos">{textos.verCompartidos}</EnlaceBoton>}
      </Pagina>
    );
  }
  return <Abierta una={una} solicitud={solicitud} hecho={setHecho} />;
}

function Hecho({ texto }: { texto: string }) {
  const { solicitud: textos } = useTextosDe(deCompartidos);
  return (
    <Pagina key="hecho" titulo={textos.titulo}>
      <Nota tono="bien" icono="bien">
        <p role="status">{texto}</p>
      </Nota>
      <div className="botones">
        <EnlaceBoton clase="principal" href="/compartidos">
          {textos.verCompartidos}
        </EnlaceBoton>
      </div>
    </Pagina>
  );
}

interface AbiertaProps {
  una: UnaSolicitud;
  solicitud: SolicitudPedida;
  hecho: (texto: string) => void;
}

function Abierta({ una, solicitud, hecho }: AbiertaProps) {
  const { conNit, solicitud: textos } = useTextosDe(deCompartidos);
  const [elegido, setElegido] = useState<Elegido>(() => empezada(solicitud.id));
  const [falla, setFalla] = useState<DeAviso>();
  const pendientes = pendientesDe(solicitud.requisitos);
  const caben = queCaben(elegido, pendientes);
  const siguiente = siguienteDe(caben, pendientes);
  const quien = conNit(solicitud.entidad.nombre, solicitud.entidad.nit);
  const abierta = solicitud.estado === 'PENDIENTE' || solicitud.estado === 'PARCIAL';
  const responde = (codigo: string, documentoId: string | null | undefined) => {
    const next = sinResponder(caben, codigo);
    if (documentoId !== undefined) next[codigo] = documentoId;
    setElegido(next);
    recordar(solicitud.id, next);
    setFalla(undefined);
  };
  const anterior = pendientes.filter(({ requisito: { codigo } }) => caben[codigo] !== undefined).at(-1)?.requisito.codigo;
  return (
    <Pagina titulo={solicitud.tramite.nombre}>
      <p className="quien-pide">
        <strong>{quien}</strong>
      </p>
      {falla && <Aviso falla={falla} />}
      {!abierta && <Nota>{textos.estado[solicitud.estado]}</Nota>}
      {abierta && siguiente && (
        <UnRequisito
          key={siguiente.requisito.codigo}
          pedido={siguiente}
          paso={textos.paso(pendientes.indexOf(siguiente) + 1, pendientes.length)}
          libres={libresDe(siguiente, caben)}
          subirA={`/subir?para=${encodeURIComponent(`/solicitudes/${encodeURIComponent(solicitud.id)}`)}`}
          responder={(documentoId) => responde(siguiente.requisito.codigo, documentoId)}
          anterior={anterior === undefined ? undefined : () => responde(anterior, undefined)}
        />
      )}
      {abierta && !siguiente && (
        <Resumen
          una={una}
          solicitud={solicitud}
          elegido={caben}
          dados={dadosDe(caben, pendientes)}
          quien={quien}
          fallar={setFalla}
          hecho={hecho}
          anterior={anterior === undefined ? undefined : () => responde(anterior, undefined)}
        />
      )}
      <ParaQue solicitud={solicitud} />
      {abierta && <DecirQueNo una={una} solicitud={solicitud} quien={quien} fallar={setFalla} hecho={hecho} />}
    </Pagina>
  );
}

interface UnRequisitoProps {
  pedido: Pedido;
  paso: string;
  libres: FilaDeDocumentoFragment[];
  subirA: string;
  responder: (documentoId: string | null) => void;
  anterior: (() => void) | undefined;
}

/** One requirement: the document that does best, and what else can be done. */
function UnRequisito({ pedido: { requisito }, paso, libres, subirA, responder, anterior }: UnRequisitoProps) {
  const { solicitud: textos } = useTextosDe(deCompartidos);
  const [otros, setOtros] = useState(false);
  const heading = useFocusWhenShown();
  const [primero, ...demas] = libres;
  return (
    <section className="requisito">
      <p className="detalle">{paso}</p>
      <h2 ref={heading} tabIndex={-1}>
        {requisito.nombre}
      </h2>
      {requisito.opcional && <p className="detalle">{textos.opcional}</p>}
      {requisito.certificado && <p className="detalle">{textos.certificado}</p>}
      {primero ? <Candidatos documentos={[primero]} /> : <p>{textos.ninguno}</p>}
      <div className="botones en-columna">
        {primero && (
          <Boton clase="principal" aria-label={textos.usar(primero.titulo)} onPress={() => responder(primero.id)}>
            {textos.usarEste}
          </Boton>
        )}
        {demas.length > 0 && (
          <Boton aria-expanded={otros} onPress={() => setOtros(!otros)}>
            {textos.elegirOtro}
          </Boton>
        )}
        {!requisito.certificado && <EnlaceBoton href={subirA}>{textos.subirUno}</EnlaceBoton>}
        <Boton onPress={() => responder(null)}>{textos.noEntrego}</Boton>
        {anterior && (
          <Boton clase="discreto" onPress={anterior}>
            {textos.anterior}
          </Boton>
        )}
      </div>
      {otros && <Candidatos documentos={demas} titulo={textos.otros} elegir={responder} />}
    </section>
  );
}

/** A part that takes the place of another one gets the focus, so that whoever hears the page knows where they are. */
function useFocusWhenShown() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

function Candidatos({ documentos, titulo, elegir }: { documentos: readonly FilaDeDocumentoFragment[]; titulo?: string; elegir?: (id: string) => void }) {
  const { documentos: textos } = useTextos();
  const { solicitud } = useTextosDe(deCompartidos);
  const { fecha } = useFormatos();
  return (
    <ul className="lista candidatos" aria-label={titulo}>
      {documentos.map(({ id, titulo: name, clase, certificado, emisor, fechaRecepcion }) => (
        <li key={id} className="fila">
          <Renglon icono={<IconoDeTipo tipo={clase} />} titulo={name} sub={certificado ? textos.certificado(emisor?.nombre) : textos.propio} lados={[fecha(fechaRecepcion)]}>
            {elegir && (
              <Boton aria-label={solicitud.usar(name)} onPress={() => elegir(id)}>
                {solicitud.usarEste}
              </Boton>
            )}
          </Renglon>
        </li>
      ))}
    </ul>
  );
}

interface ResumenProps extends AbiertaProps {
  elegido: Elegido;
  dados: readonly FilaDeDocumentoFragment[];
  quien: string;
  fallar: (falla: DeAviso | undefined) => void;
  anterior: (() => void) | undefined;
}

/** One sentence of what is authorised, the term, and the answer. */
function Resumen({ una, solicitud, elegido, dados, quien, fallar, hecho, anterior }: ResumenProps) {
  const { noSeRecoge, solicitud: textos } = useTextosDe(deCompartidos);
  const { dia } = useFormatos();
  const otraVez = useOtraVez();
  const announce = useAnnounce();
  const heading = useFocusWhenShown();
  const { plazos, primero } = plazosDe(solicitud.tramite.plazoMaximoDias);
  const [dias, setDias] = useState(primero);
  const [copia, setCopia] = useState(false);
  const [enviando, setEnviando] = useState(false);
  const id = useId();
  const nada = dados.length === 0;

  const send = async () => {
    fallar(undefined);
    setEnviando(true);
    const { valor, falla } = await una.responder({ respuestas: respuestasDe(elegido), dias, conCopiaVerificable: copia });
    setEnviando(false);
    if (otraVez(falla, () => void send())) return;
    if (valor) {
      recordar(solicitud.id, undefined);
      hecho(valor.autorizacion ? textos.listoTexto(quien, dia(valor.autorizacion.hasta)) : textos.rechazada);
      return;
    }
    if (falla?.codigo === 'SOLICITUD_CAMBIADA' || falla?.codigo === 'SOLICITUD_CERRADA') void una.recargar();
    const said = falla?.codigo === 'SOLICITUD_CAMBIADA' ? { mensaje: textos.cambio } : falla;
    fallar(said);
    if (said) announce(said.mensaje);
  };

  return (
    <section className="requisito">
      <h2 ref={heading} tabIndex={-1}>
        {nada ? textos.nadaQueDar : textos.resumen(quien, dados.length, dias)}
      </h2>
      {!nada && (
        <>
          <Candidatos documentos={dados} />
          <div className="campo">
            <label htmlFor={id}>{textos.dias}</label>
            <select id={id} value={dias} onChange={(event) => setDias(Number(event.target.value))}>
              {plazos.map((n) => (
                <option key={n} value={n}>
                  {textos.diasDe(n)}
                </option>
              ))}
            </select>
          </div>
          {dados.some(({ certificado }) => certificado) && <Casilla nombre={textos.copia} valor={copia} cambiar={setCopia} ayuda={textos.queEsCopia} />}
          <p className="detalle">{noSeRecoge}</p>
        </>
      )}
      <div className="botones en-columna">
        <Boton clase="principal" ocupado={enviando} onPress={() => void send()}>
          {nada ? textos.rechazar : textos.autorizar}
        </Boton>
        <EnlaceBoton href="/compartidos">{textos.ahoraNo}</EnlaceBoton>
        {anterior && (
          <Boton clase="discreto" onPress={anterior}>
            {textos.anterior}
          </Boton>
        )}
      </div>
    </section>
  );
}

/** What the entity needs the documents for, by which law, and how long it keeps what it saw. */
function ParaQue({ solicitud: { tramite, hasta } }: { solicitud: SolicitudPedida }) {
  const { hastaPedida, solicitud: textos } = useTextosDe(deCompartidos);
  const { dia } = useFormatos();
  return (
    <>
      <Datos
        filas={[
          [textos.paraQue, tramite.finalidad],
          [textos.baseLegal, tramite.baseLegal],
          [textos.guarda, textos.guardaDias(tramite.conservacionDias)],
        ]}
      />
      <p className="detalle">
        {textos.puedeDecirNo} {hastaPedida(dia(hasta))}.
      </p>
    </>
  );
}

/** To refuse, and to hear no more of the entity. */
function DecirQueNo({ una, solicitud, quien, fallar, hecho }: Omit<ResumenProps, 'elegido' | 'dados' | 'anterior'>) {
  const { cancelar } = useTextos();
  const { solicitud: textos } = useTextosDe(deCompartidos);
  const [pregunta, setPregunta] = useState(false);
  const [ocupado, setOcupado] = useState(false);
  const run = async (work: () => ReturnType<UnaSolicitud['rechazar']>, said: string) => {
    setPregunta(false);
    setOcupado(true);
    const { falla } = await work();
    setOcupado(false);
    if (falla) return fallar(falla);
    recordar(solicitud.id, undefined);
    hecho(said);
  };
  return (
    <>
      <div className="botones">
        <Boton clase="cuidado" ocupado={ocupado} onPress={() => setPregunta(true)}>
          {textos.rechazar}
        </Boton>
      </div>
      <details className="detalles">
        <summary>{textos.mas}</summary>
        <p className="detalle">{textos.denunciarTexto}</p>
        <div className="botones">
          <Boton ocupado={ocupado} onPress={() => void run(una.silenciar, textos.silenciada)}>
            {textos.silenciar}
          </Boton>
          <Boton clase="cuidado" ocupado={ocupado} onPress={() => void run(una.denunciar, textos.silenciada)}>
            {textos.denunciar}
          </Boton>
        </div>
      </details>
      {pregunta && (
        <Dialogo
          titulo={textos.preguntaRechazar(quien)}
          cancelar={() => setPregunta(false)}
          botones={
            <>
              <Boton autoFocus onPress={() => setPregunta(false)}>
                {cancelar}
              </Boton>
              <Boton clase="peligro" onPress={() => void run(una.rechazar, textos.rechazada)}>
                {textos.rechazar}
              </Boton>
            </>
          }
        >
          <p>{textos.consecuenciaRechazar}</p>
        </Dialogo>
      )}
    </>
  );
}
