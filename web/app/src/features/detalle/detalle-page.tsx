import { useDocumento, type DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { useVolverALaLista } from '../../shared/lista';
import { useEsAncho } from '../../shared/ui/ancho';
import { Boton } from '../../shared/ui/boton';
import { Datos } from '../../shared/ui/datos';
import { Aviso, Cargando, Nota } from '../../shared/ui/estado';
import { Icono, IconoDeTipo } from '../../shared/ui/icono';
import { later, Llegando } from '../../shared/ui/later';
import { Pagina } from '../../shared/ui/pagina';
import { Acciones, estaEnPie, type Forma } from './acciones';
import { Correccion } from './correccion';
import { Firma } from './firma';
import { Miradas } from './miradas';
import { PedirBorrado } from './pedir-borrado';
import { Tecnicos } from './tecnicos';
import { textos as deDetalle } from './textos';
import { Vista } from './vista';
import './detalle.css';

const Mostrar = later(async () => (await import('../codigos/mostrar')).Mostrar);
const DelDocumento = later(async () => (await import('../compartidos/del-documento')).DelDocumento);
const Probado = later(async () => (await import('./probado')).Probado);

/** One document: what it is, the file itself, and what can be done with it. */
export function DetallePage({ id }: { id: string }) {
  const [tries, setTries] = useState(0);
  return <Detalle key={`${id} ${tries}`} id={id} reintentar={() => setTries(tries + 1)} />; // another one asks anew
}

function Detalle({ id, reintentar }: { id: string; reintentar: () => void }) {
  const { detalle } = useTextosDe(deDetalle);
  const { documento, cargando, noExiste, falla, corregir, pedirEnlace } = useDocumento(id);
  const [forma, setForma] = useState<Forma>();
  const [visto, setVisto] = useState(documento);
  if (documento && documento !== visto) setVisto(documento);
  const vista = useVista(documento);
  // Whoever types keeps what they typed, also when the document goes, or cannot be read again.
  const mostrado = documento ?? (forma ? visto : undefined);
  if (!mostrado) {
    return (
      <Pagina key="sin" titulo={detalle.titulo}>
        {cargando && <Cargando />}
        {noExiste && <p>{detalle.noExiste}</p>}
        {falla && <Aviso falla={falla} reintentar={reintentar} />}
        <Volver />
      </Pagina>
    );
  }
  return (
    <>
      <Volver />
      <Pagina key="con" titulo={mostrado.titulo} icono={<IconoDeTipo tipo={mostrado.clase} />}>
        {noExiste && <Aviso falla={{ mensaje: detalle.seElimino }} />}
        {!documento && falla && <Aviso falla={falla} />}
        <div className="documento">
          <div className="documento-hacer">
            {!noExiste && <Estado documento={mostrado} />}
            {!noExiste && <Acciones documento={mostrado} pedirEnlace={pedirEnlace} abrir={setForma} vista={vista.boton} />}
            {forma === 'correccion' && <Correccion documento={mostrado} eliminado={noExiste} corregir={corregir} cerrar={() => setForma(undefined)} />}
            {forma === 'mostrar' && (
              <Llegando>
                <Mostrar id={id} enPie={estaEnPie(mostrado)} cerrar={() => setForma(undefined)} />
              </Llegando>
            )}
            {forma === 'probado' && (
              <Llegando>
                <Probado documento={mostrado} cerrar={() => setForma(undefined)} />
              </Llegando>
            )}
            {forma === 'pedido' && <PedirBorrado id={id} eliminado={noExiste} cerrar={() => setForma(undefined)} />}
          </div>
          {!noExiste && (vista.abierta || vista.ancho) && (
            <section className="documento-vista" aria-label={detalle.archivo}>
              {vista.abierta ? <Vista documento={mostrado} pedirEnlace={pedirEnlace} /> : <SinVista documento={mostrado} abrir={vista.abrir} />}
            </section>
          )}
          {!noExiste && <Sobre documento={mostrado} />}
        </div>
      </Pagina>
    </>
  );
}

/** The way back: to the list as it was left, with its words and filters. */
function Volver() {
  const { detalle } = useTextosDe(deDetalle);
  return (
    <Link className="enlace" href={useVolverALaLista()}>
      <Icono nombre="volver" chico />
      {detalle.volver}
    </Link>
  );
}

/** A file of so many bytes is shown at once where there is room beside what is said of it. */
const AT_ONCE = 5_000_000;

/** Whether the file is shown: to show it is to look at it, and a line in the person's activity. */
function useVista(documento: DetalleDeDocumento | undefined) {
  const ancho = useEsAncho();
  const [pedida, setPedida] = useState(false);
  const visible = documento?.esVisible === true && documento.estadoDocumento === 'PROCESADO';
  const siempre = ancho && visible && documento.tamanoBytes <= AT_ONCE;
  const abierta = visible && (siempre || pedida);
  return {
    ancho,
    abierta,
    abrir: visible ? () => setPedida(true) : undefined,
    boton: visible && !ancho ? { abierta, cambiar: () => setPedida(!pedida) } : undefined,
  };
}

/** On a wide screen the place of the file, before it is shown, or where it cannot be. */
function SinVista({ documento, abrir }: { documento: DetalleDeDocumento; abrir: (() => void) | undefined }) {
  const { detalle } = useTextosDe(deDetalle);
  const { bytes } = useFormatos();
  return (
    <div className="sin-vista">
      <IconoDeTipo tipo={documento.clase} />
      <p className="detalle">{abrir ? detalle.grande(bytes(documento.tamanoBytes)) : documento.estadoDocumento === 'PROCESADO' ? detalle.noVisible : detalle.bloqueado}</p>
      {abrir && <Boton onPress={abrir}>{detalle.ver}</Boton>}
    </div>
  );
}

/** Who issued it, and what is under way with it. */
function Estado({ documento }: { documento: DetalleDeDocumento }) {
  const { detalle } = useTextosDe(deDetalle);
  const { dia } = useFormatos();
  const { certificado, estadoDocumento, eliminacion, fechaRecepcion } = documento;
  const waits = eliminacion?.pasoActual === 'APROBACION' || (certificado && !eliminacion);
  return (
    <>
      {estadoDocumento !== 'PROCESADO' && (
        <Nota tono="cuidado" icono="reloj">
          <p>{waits ? detalle.pedido : !certificado && (eliminacion?.pasoActual ?? 'ESPERA') === 'ESPERA' ? detalle.enPapelera : detalle.borrandose}</p>
          <Link className="enlace" href="/papelera">
            {detalle.verEliminacion}
          </Link>
        </Nota>
      )}
      {certificado ? <Firma documento={documento} /> : <p className="detalle">{detalle.propio(dia(fechaRecepcion))}</p>}
    </>
  );
}

function Sobre({ documento }: { documento: DetalleDeDocumento }) {
  const { detalle } = useTextosDe(deDetalle);
  const { dia, bytes } = useFormatos();
  const { id, clase, contextoDocumento, fechaRecepcion, tamanoBytes, nombreArchivo, certificado, numero, fechaEmision, vigenciaDesde, vigenciaHasta } = documento;
  return (
    <div className="documento-datos">
      <Datos
        filas={[
          [detalle.tipo, clase.nombre],
          [detalle.contexto, contextoDocumento],
          [detalle.numero, numero],
          [detalle.expedido, fechaEmision && dia(fechaEmision)],
          [detalle.vale, detalle.valeDesde(vigenciaDesde ? dia(vigenciaDesde) : '', vigenciaHasta ? dia(vigenciaHasta) : '')],
          [detalle.recibido, dia(fechaRecepcion)],
          [detalle.conviene, detalle.retencion(clase.retencion)],
          [detalle.archivo, nombreArchivo && `${nombreArchivo} · ${bytes(tamanoBytes)}`],
        ]}
      />
      {certificado && <p className="detalle">{detalle.certificadoFijo}</p>}
      <Suspense>
        <DelDocumento id={id} />
      </Suspense>
      <Miradas id={id} />
      <Tecnicos documento={documento} />
    </div>
  );
}
