import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useDocumentos, useTiposDeDocumento } from '@carpeta-ciudadana/react';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Selection } from 'react-aria-components/GridList';
import { useEliminar } from '../../shared/eliminar/eliminar';
import { useTextos } from '../../shared/i18n/i18n';
import { useLugarEnLaLista } from '../../shared/lista';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton, EnlaceBoton } from '../../shared/ui/boton';
import { Aviso, Esqueleto, Nota, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Icono } from '../../shared/ui/icono';
import { later } from '../../shared/ui/later';
import { Pagina } from '../../shared/ui/pagina';
import { faltaLaCarpeta, SinCarpeta } from '../../shared/ui/sin-carpeta';
import { useAlAcercarse } from './acercarse';
import { useBusqueda } from './busqueda';
import { DocumentosList } from './documentos-list';
import { Filtros } from './filtros';
import './documentos.css';

const AvisoDeSolicitudes = later(() => import('../compartidos/pedida').then((m) => m.AvisoDeSolicitudes));

/** The citizen's documents. */
export function DocumentosPage() {
  const { documentos: textos } = useTextos();
  const { tipos } = useTiposDeDocumento();
  const { busqueda, buscar, opciones, direccion } = useBusqueda(tipos);
  const filtered = opciones.filtro !== null;
  const { documentos: filas, total, cargando, actualizando, cargandoMas, hayMas, cargarMas, desactualizada, recargar, falla } = useDocumentos(opciones);
  const documentos = useMemo(() => filas.filter(enLaCarpeta), [filas]);
  const nothing = documentos.length === 0;
  useFound(filtered && !cargando && !actualizando ? documentos.length : undefined, hayMas);
  useLugarEnLaLista(direccion, !nothing);
  const waits = cargando || (nothing && actualizando);
  const empty = nothing && !waits && !falla && !filtered && !hayMas;
  const sinCarpeta = faltaLaCarpeta(falla);
  return (
    <Pagina titulo={textos.titulo} accion={!empty && !sinCarpeta && <Agregar />}>
      {!sinCarpeta && (
        <Suspense>
          <AvisoDeSolicitudes />
        </Suspense>
      )}
      {!empty && !sinCarpeta && (
        <>
          <p className="detalle total">{total === undefined ? '\u00a0' : textos.total(total)}</p>
          <Filtros busqueda={busqueda} buscar={buscar} tipos={tipos ?? []} />
        </>
      )}
      {sinCarpeta && <SinCarpeta recargar={() => void recargar()} />}
      {falla && !sinCarpeta && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {desactualizada && (
        <Nota>
          <span role="status">{textos.desactualizada}</span> <Boton onPress={() => void recargar()}>{textos.actualizar}</Boton>
        </Nota>
      )}
      {nothing && waits && <Esqueleto />}
      {empty && <Empieza />}
      {nothing && !waits && !falla && filtered && <Nada quitar={() => buscar({ texto: '', tipo: '', certificado: '' })} />}
      {!nothing && (
        <Selectable documentos={documentos} cargarMas={() => hayMas && void cargarMas()}>
          <span className="detalle">{textos.mostrados(documentos.length, hayMas)}
            {actualizando && ` · ${textos.buscando}`}</span>{' '}
          {hayMas && (
            <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
              {cargandoMas ? textos.cargandoMas : textos.cargarMas}
            </Boton>
          )}
        </Selectable>
      )}
    </Pagina>
  );
}

/** What the person moved to the bin is there, and not here; certified ones stay until somebody has approved it. */
const enLaCarpeta = ({ estadoDocumento, certificado }: FilaDeDocumentoFragment) => certificado || estadoDocumento === 'PROCESADO';

function Agregar() {
  const { documentos } = useTextos();
  return (
    <EnlaceBoton clase="principal" href="/subir">
      <Icono nombre="agregar" chico />
      {documentos.agregar}
    </EnlaceBoton>
  );
}

/** A folder with nothing in it: how to begin. */
function Empieza() {
  const { documentos } = useTextos();
  return (
    <Vacio titulo={documentos.vacia.titulo} icono="carpeta">
      <p>{documentos.vacia.texto}</p>
      <div className="botones">
        <Agregar />
      </div>
    </Vacio>
  );
}

/** No document is what was searched for: what can be done. */
function Nada({ quitar }: { quitar: () => void }) {
  const { documentos } = useTextos();
  return (
    <Vacio titulo={documentos.nada.titulo} icono="buscar">
      <p>{documentos.nada.texto}</p>
      <div className="botones">
        <Boton onPress={quitar}>{documentos.nada.quitar}</Boton>
      </div>
    </Vacio>
  );
}

interface SelectableProps {
  documentos: FilaDeDocumentoFragment[];
  /** The end of the list comes near. */
  cargarMas: () => void;
  children: ReactNode;
}

/** The list, and what can be done with the documents that are chosen in it. */
function Selectable({ documentos, cargarMas, children }: SelectableProps) {
  const { documentos: textos } = useTextos();
  const { pedir } = useEliminar();
  const [keys, setKeys] = useState<Selection>(new Set());
  const guarda = useGuardaFoco<HTMLDivElement>();
  // A row that went away, or that is being deleted meanwhile, is chosen no more.
  const chosen = documentos.filter(({ id, estadoDocumento, certificado }) => (keys === 'all' || keys.has(id)) && estadoDocumento === 'PROCESADO' && !certificado);
  const some = chosen.length > 0;
  const end = useAlAcercarse<HTMLDivElement>(cargarMas, documentos.length);
  return (
    <>
      <DocumentosList documentos={documentos} elegidos={keys} elegir={setKeys} />
      <div ref={end} />
      <div className={some ? 'pie-de-lista con-eleccion' : 'pie-de-lista'} {...guarda}>
        {some ? <strong>{textos.elegidos(chosen.length)}</strong> : children}
        {some && (
          <span className="botones">
            <Boton onPress={() => setKeys(new Set())}>{textos.noElegir}</Boton>
            <Boton clase="cuidado" onPress={() => pedir(chosen, () => setKeys(new Set()))}>
              <Icono nombre="papelera" chico />
              {textos.eliminar(chosen.length)}
            </Boton>
          </span>
        )}
      </div>
    </>
  );
}

/** Says how many were found, to those who do not see the list. */
function useFound(found: number | undefined, hayMas: boolean) {
  const { documentos } = useTextos();
  const announce = useAnnounce();
  useEffect(() => {
    if (found !== undefined) announce(documentos.mostrados(found, hayMas));
  }, [found, hayMas, announce, documentos]);
}
