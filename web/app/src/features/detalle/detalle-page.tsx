import { toFalla } from '@carpeta-ciudadana/cliente';
import { useDocumento, type DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useEliminar } from '../../shared/eliminar/eliminar';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Cargando } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { bajar } from './bajar';
import { Correccion } from './correccion';
import { Solicitud } from './solicitud';
import { textos as deDetalle } from './textos';
import { Vista } from './vista';

/** One document: what it is, the file itself, and what can be done with it. */
export function DetallePage({ id }: { id: string }) {
  const [tries, setTries] = useState(0);
  return <Detalle key={`${id} ${tries}`} id={id} reintentar={() => setTries(tries + 1)} />; // another one asks anew
}

type Abierto = 'vista' | 'correccion' | 'solicitud' | undefined;

function Detalle({ id, reintentar }: { id: string; reintentar: () => void }) {
  const { detalle } = useTextosDe(deDetalle);
  const { documento, cargando, noExiste, falla, corregir, pedirEnlace } = useDocumento(id);
  const [abierto, setAbierto] = useState<Abierto>();
  const [visto, setVisto] = useState(documento);
  if (documento && documento !== visto) setVisto(documento);
  // Whoever types keeps what they typed, also when the document goes, or cannot be read again.
  const mostrado = documento ?? (abierto === 'correccion' || abierto === 'solicitud' ? visto : undefined);
  if (!mostrado) {
    return (
      <Pagina key="sin" titulo={detalle.titulo}>
        {cargando && <Cargando />}
        {noExiste && <p>{detalle.noExiste}</p>}
        {falla && <Aviso falla={falla} reintentar={reintentar} />}
        <p>
          <Link className="enlace" href="/">{detalle.volver}</Link>
        </p>
      </Pagina>
    );
  }
  return (
    <Pagina key="con" titulo={mostrado.titulo}>
      <p>
        <Link className="enlace" href="/">{detalle.volver}</Link>
      </p>
      {noExiste && <Aviso falla={{ mensaje: detalle.seElimino }} />}
      {!documento && falla && <Aviso falla={falla} />}
      {!noExiste && <Datos documento={mostrado} />}
      {!noExiste && <Acciones documento={mostrado} pedirEnlace={pedirEnlace} abierto={abierto} abrir={setAbierto} />}
      {abierto === 'correccion' && <Correccion documento={mostrado} eliminado={noExiste} corregir={corregir} cerrar={() => setAbierto(undefined)} />}
      {abierto === 'solicitud' && <Solicitud id={id} eliminado={noExiste} cerrar={() => setAbierto(undefined)} />}
    </Pagina>
  );
}

function Datos({ documento }: { documento: DetalleDeDocumento }) {
  const { detalle } = useTextosDe(deDetalle);
  const { tipos, documentos } = useTextos();
  const { momento, bytes } = useFormatos();
  const { tipoDocumento, contextoDocumento, fechaRecepcion, tamanoBytes, nombreArchivo, certificado, emisor, estadoDocumento, hashDocumento } = documento;
  const rows = [
    [detalle.tipo, tipos[tipoDocumento]],
    [detalle.contexto, contextoDocumento],
    [detalle.recibido, momento(fechaRecepcion)],
    [detalle.archivo, nombreArchivo && `${nombreArchivo} · ${bytes(tamanoBytes)}`],
    [detalle.certificado, certificado ? detalle.porEntidad(emisor?.nombre) : ''],
    [detalle.estado, estadoDocumento === 'ELIMINANDO' ? documentos.eliminando : ''],
    [detalle.huella, hashDocumento],
  ].filter(([, value]) => value);
  return (
    <dl className="datos">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AccionesProps extends Pick<ReturnType<typeof useDocumento>, 'pedirEnlace'> {
  documento: DetalleDeDocumento;
  abierto: Abierto;
  abrir: (que: Abierto) => void;
}

function Acciones({ documento, pedirEnlace, abierto, abrir }: AccionesProps) {
  const { detalle } = useTextosDe(deDetalle);
  const { eliminar: textos } = useTextos();
  const { pedir, deshacer } = useEliminar();
  const [falla, setFalla] = useState<Aviso>();
  const [bajando, setBajando] = useState(false);
  const { id, titulo, certificado, estadoDocumento, esVisible, esDescargable, nombreArchivo, tamanoBytes } = documento;
  const locked = estadoDocumento !== 'PROCESADO';
  const undo = deshacer(id);

  const guarda = useGuardaFoco<HTMLDivElement>();
  const fetchFile = async () => {
    setFalla(undefined);
    setBajando(true);
    try {
      const urlDescarga = await pedirEnlace('descargar'); // it is good for some minutes: one of now
      const why = urlDescarga ? await bajar(urlDescarga, { nombre: nombreArchivo ?? titulo, bytes: tamanoBytes }) : undefined;
      if (!urlDescarga) setFalla({ mensaje: detalle.noDescargable });
      else if (why) setFalla({ mensaje: detalle.noBajo[why] });
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBajando(false);
    }
  };

  return (
    <>
      <div className="botones" {...guarda}>
        {esVisible && !locked && (
          <Boton clase="principal" onPress={() => abrir(abierto === 'vista' ? undefined : 'vista')}>
            {abierto === 'vista' ? detalle.ocultar : detalle.ver}
          </Boton>
        )}
        {esDescargable && !locked && (
          <Boton ocupado={bajando} onPress={() => void fetchFile()}>
            {detalle.descargar}
          </Boton>
        )}
        {!certificado && !locked && <Boton onPress={() => abrir('correccion')}>{detalle.corregir}</Boton>}
        {!certificado && !locked && (
          <Boton clase="peligro" onPress={() => pedir([{ id, titulo }])}>
            {textos.confirmar}
          </Boton>
        )}
        {certificado && !locked && <Boton onPress={() => abrir('solicitud')}>{detalle.solicitar}</Boton>}
        {undo && <Boton onPress={undo}>{textos.deshacer}</Boton>}
      </div>
      {certificado && <p className="detalle">{detalle.certificadoFijo}</p>}
      {locked && (
        <p>
          <Link className="enlace" href="/papelera">{detalle.verEliminacion}</Link>
        </p>
      )}
      {bajando && (
        <p className="detalle" role="status">
          {detalle.descargando}
        </p>
      )}
      {falla && <Aviso falla={falla} />}
      {abierto === 'vista' && !locked && <Vista documento={documento} pedirEnlace={pedirEnlace} />}
    </>
  );
}
