import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { GridList, GridListItem, GridListLoadMoreItem } from 'react-aria-components/GridList';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { useTextos } from '../../shared/i18n/i18n';
import { Fila } from './fila';

interface DocumentosListProps {
  documentos: FilaDeDocumentoFragment[];
  cargandoMas: boolean;
  cargarMas: () => void;
}

/** What a row is before it is measured; a title of two lines, or larger letters, make it higher. */
const ROW = { estimatedRowHeight: 72, loaderHeight: 48 };

/** The rows that are looked at, of any number; the next page comes as its end comes near. */
export function DocumentosList({ documentos, cargandoMas, cargarMas }: DocumentosListProps) {
  const { documentos: textos } = useTextos();
  return (
    <Virtualizer layout={ListLayout} layoutOptions={ROW} shouldObserveItemSize>
      <GridList aria-label={textos.lista} className="lista">
        {documentos.map((documento) => (
          <GridListItem key={documento.id} id={documento.id} textValue={documento.titulo} className="fila">
            <Fila documento={documento} />
          </GridListItem>
        ))}
        <GridListLoadMoreItem className="fila-de-carga" isLoading={cargandoMas} onLoadMore={cargarMas}>
          {textos.cargandoMas}
        </GridListLoadMoreItem>
      </GridList>
    </Virtualizer>
  );
}
