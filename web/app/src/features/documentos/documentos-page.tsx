import { useDocumentos } from '@carpeta-ciudadana/react';
import { useEffect, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components/GridList';
import { useEliminar } from '../../shared/eliminar/eliminar';
import { useTextos } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Cargando, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { useBusqueda } from './busqueda';
import { DocumentosList } from './documentos-list';
import { Filtros } from './filtros';

/** The citizen's documents. */
export function DocumentosPage() {
  const { documentos: textos, tipos } = useTextos();
  const { busqueda, buscar, opciones } = useBusqueda(useMemo(() => Object.keys(tipos), [tipos]));
  const { documentos, total, cargando, cargandoMas, hayMas, cargarMas, desactualizada, recargar, falla } = useDocumentos(opciones);
  const nothing = documentos.length === 0;
  useFound(opciones.filtro != null && !cargando ? documentos.length : undefined, hayMas);
  return (
    <Pagina titulo={textos.titulo}>
      {total !== undefined && <p className="detalle">{textos.total(total)}</p>}
      <Filtros busqueda={busqueda} buscar={buscar} />
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {desactualizada && (
        <p className="nota" role="status">
          {textos.desactualizada} <Boton onPress={() => void recargar()}>{textos.actualizar}</Boton>
        </p>
      )}
      {nothing && cargando && <Cargando />}
      {nothing && !cargando && !falla && <Nothing filtered={opciones.filtro !== null} />}
      {!nothing && (
        <Selectable documentos={documentos} cargandoMas={cargandoMas} cargarMas={() => void cargarMas()}>
          <span className="detalle">{textos.mostrados(documentos.length, hayMas)}</span>{' '}
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

function Nothing({ filtered }: { filtered: boolean }) {
  const { documentos } = useTextos();
  const { titulo, texto } = filtered ? documentos.nada : documentos.vacia;
  return (
    <Vacio titulo={titulo}>
      <p>{texto}</p>
    </Vacio>
  );
}

type SelectableProps = Omit<Parameters<typeof DocumentosList>[0], 'elegidos' | 'elegir'> & { children: React.ReactNode };

/** The list, and what can be done with the documents that are chosen in it. */
function Selectable({ children, ...list }: SelectableProps) {
  const { documentos: textos } = useTextos();
  const { pedir } = useEliminar();
  const [keys, setKeys] = useState<Selection>(new Set());
  const guarda = useGuardaFoco<HTMLDivElement>();
  // A row that went away, or that is being deleted meanwhile, is chosen no more.
  const chosen = list.documentos.filter(({ id, estadoDocumento, certificado }) => (keys === 'all' || keys.has(id)) && estadoDocumento === 'PROCESADO' && !certificado);
  return (
    <>
      <DocumentosList {...list} elegidos={keys} elegir={setKeys} />
      <div className="pie-de-lista" {...guarda}>
        {children}
        {chosen.length > 0 && (
          <span className="botones">
            <Boton onPress={() => setKeys(new Set())}>{textos.noElegir}</Boton>
            <Boton clase="peligro" onPress={() => pedir(chosen, () => setKeys(new Set()))}>
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
