import { haTerminado, type SubidaMostrada } from '@carpeta-ciudadana/cliente';
import { useLimites, useSubida, useTiposDeDocumento } from '@carpeta-ciudadana/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { Link, useSearch } from 'wouter';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton, EnlaceBoton } from '../../shared/ui/boton';
import { CampoTexto, CampoTipo } from '../../shared/ui/campos';
import { Aviso } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Icono } from '../../shared/ui/icono';
import { Pagina } from '../../shared/ui/pagina';
import { useDeArchivo } from './de-archivo';
import { ElegirArchivos } from './elegir-archivos';
import { tituloDe, useElegidos, type Elegido, type Rechazo } from './elegidos';
import { Repetido } from './repetido';
import { SinTerminar } from './sin-terminar';
import { textos as deCarga } from './textos';
import '../../shared/ui/soltar.css';

/** Where whoever came to upload one paper goes on: the request of an entity. */
function useVuelta(): string | undefined {
  const para = new URLSearchParams(useSearch()).get('para') ?? '';
  return para.startsWith('/solicitudes/') ? para : undefined;
}

/** Chooses files, says what they are, and sends them. What is on its way goes on while other screens are looked at. */
export function CargaPage({ shown }: { shown: boolean }) {
  const { carga: textos } = useTextosDe(deCarga);
  const { limites } = useLimites({ omitir: !shown });
  const { tipos } = useTiposDeDocumento({ omitir: !shown });
  const { elegidos, elegir, cambiar, quitar, rechazo } = useElegidos(tipos, limites?.tamanoMaximo);
  const { bytes } = useFormatos();
  const { subidas, subir, reanudables, reanudar, cancelar, reintentar, quitar: forget } = useSubida();
  useEnded(subidas);
  const vuelta = useVuelta();

  const sendAll = () => {
    for (const { clave, archivo, manejador, titulo, tipo } of elegidos) {
      subir(archivo, { titulo: titulo.trim() || tituloDe(archivo), codigoTipo: tipo }, manejador);
      quitar(clave);
    }
  };

  if (!shown) return null;
  return (
    <Pagina titulo={textos.titulo}>
      {vuelta !== undefined && (
        <Link className="enlace" href={vuelta}>
          <Icono nombre="volver" chico />
          {textos.vuelta}
        </Link>
      )}
      <DropZone
        className="soltar"
        aria-label={textos.zona}
        onDrop={async ({ items }) => {
          const files = await Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile()));
          elegir(files.map((archivo) => ({ archivo })), items.some((item) => item.kind === 'directory'));
        }}
      >
        <Icono nombre="subir" />
        <p>{textos.suelte}</p>
        <ElegirArchivos elegir={elegir} principal={elegidos.length === 0} />
        <p className={limites ? 'detalle' : 'detalle por-llegar'}>{textos.hasta(bytes(limites?.tamanoMaximo ?? 100_000_000))}</p>
      </DropZone>
      {rechazo && <Rechazado {...rechazo} tamanoMaximo={limites?.tamanoMaximo ?? 0} />}
      {elegidos.length > 0 && (
        <PorSubir enviar={sendAll} cuantos={elegidos.length}>
          {elegidos.map((elegido) => (
            <Archivo key={elegido.clave} elegido={elegido} cambiar={cambiar} quitar={quitar} />
          ))}
        </PorSubir>
      )}
      <SinTerminar subidas={subidas} reanudables={reanudables} reanudar={reanudar} />
      {subidas.length > 0 && (
        <section aria-label={textos.cargas}>
          <h2>{textos.cargas}</h2>
          <ul className="tarjetas">
            {subidas.map((one) => (
              <Subida key={one.clave} subida={one} cancelar={cancelar} reintentar={reintentar} quitar={forget} />
            ))}
          </ul>
        </section>
      )}
    </Pagina>
  );
}

function Rechazado({ carpeta, vacios: [vacio, ...otros], grandes, tamanoMaximo }: Rechazo & { tamanoMaximo: number }) {
  const { carga: textos } = useTextosDe(deCarga);
  const { bytes } = useFormatos();
  const dicho = [carpeta && textos.esCarpeta, vacio !== undefined && textos.vacio(vacio, otros.length), grandes.length > 0 && textos.muyGrandes(grandes, bytes(tamanoMaximo))];
  return <Aviso falla={{ mensaje: dicho.filter(Boolean).join(' ') }} />;
}

function PorSubir({ enviar, cuantos, children }: { enviar: () => void; cuantos: number; children: ReactNode }) {
  const { carga: textos } = useTextosDe(deCarga);
  const guarda = useGuardaFoco<HTMLFormElement>();
  return (
    <form
      className="formulario"
      aria-label={textos.porSubir}
      onSubmit={(event) => {
        event.preventDefault();
        enviar();
      }}
      {...guarda}
    >
      <ul className="tarjetas">{children}</ul>
      <Boton type="submit" clase="principal">
        {textos.subir(cuantos)}
      </Boton>
    </form>
  );
}

interface ArchivoProps {
  elegido: Elegido;
  cambiar: (clave: string, cambios: Partial<Pick<Elegido, 'titulo' | 'tipo'>>) => void;
  quitar: (clave: string) => void;
}

function Archivo({ elegido: { clave, archivo, titulo, tipo }, cambiar, quitar }: ArchivoProps) {
  const { carga: textos } = useTextosDe(deCarga);
  const { bytes } = useFormatos();
  const guarda = useGuardaFoco<HTMLLIElement>();
  return (
    <li className="tarjeta" {...guarda}>
      <p className="detalle">
        {archivo.name} · {bytes(archivo.size)}
      </p>
      <div className="en-fila">
        <CampoTexto nombre={textos.nombre} valor={titulo} cambiar={(value) => cambiar(clave, { titulo: value })} maximo={200} requerido />
        <CampoTipo nombre={textos.tipo} valor={tipo} cambiar={(value) => cambiar(clave, { tipo: value })} />
      </div>
      <Repetido archivo={archivo} />
      <Boton clase="discreto" aria-label={textos.quitarDe(archivo.name)} onPress={() => quitar(clave)}>
        {textos.quitar}
      </Boton>
    </li>
  );
}

interface SubidaProps {
  subida: SubidaMostrada;
  cancelar: (clave: string) => void;
  reintentar: (clave: string) => void;
  quitar: (clave: string) => void;
}

function Subida({ subida: { clave, nombre, estado }, cancelar, reintentar, quitar }: SubidaProps) {
  const { carga: textos } = useTextosDe(deCarga);
  const { reintentar: again } = useTextos();
  const { porcentaje } = useFormatos();
  const id = useId();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { fase, espera, hechos, total, falla } = estado;
  const ended = haTerminado(estado);
  const deArchivo = useDeArchivo();
  const moving = fase === 'huella' || fase === 'envio';
  return (
    <li className="tarjeta" {...guarda}>
      <p>
        <strong id={id}>{nombre}</strong> · {textos.fases[espera ?? fase]} {moving && porcentaje(hechos / Math.max(total, 1))}
      </p>
      {!ended && <progress aria-labelledby={id} {...(moving && { value: hechos })} max={Math.max(total, 1)} />}
      {espera && <p className="detalle">{textos.espera[espera]}</p>}
      {falla && <Aviso falla={deArchivo(falla)} />}
      <div className="botones">
        {!ended && <Boton aria-label={textos.cancelarDe(nombre)} onPress={() => cancelar(clave)}>{textos.cancelar}</Boton>}
        {fase === 'fallida' && <Boton aria-label={textos.reintentarDe(nombre)} onPress={() => reintentar(clave)}>{again}</Boton>}
        {fase === 'lista' && (
          <EnlaceBoton href={`/documentos/${encodeURIComponent(estado.documento.id)}`}>{textos.verDocumento}</EnlaceBoton>
        )}
        {falla?.codigo === 'QUOTA_EXCEEDED' && <EnlaceBoton href="/papelera">{textos.verPapelera}</EnlaceBoton>}
        {(fase === 'fallida' || fase === 'cancelada') && (
          <Boton clase="discreto" aria-label={textos.quitarDe(nombre)} onPress={() => quitar(clave)}>
            {textos.quitar}
          </Boton>
        )}
      </div>
    </li>
  );
}

/** Tells the end of each upload once, on whatever screen the person is. */
function useEnded(subidas: readonly SubidaMostrada[]) {
  const { carga: textos } = useTextosDe(deCarga);
  const announce = useAnnounce();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { clave, nombre, estado: { fase } } of subidas) {
      if (fase !== 'lista' && fase !== 'fallida') told.current.delete(clave);
      else if (!told.current.has(clave)) {
        told.current.add(clave);
        announce(`${nombre}: ${textos.fases[fase]}`);
      }
    }
  }, [subidas, announce, textos]);
}
