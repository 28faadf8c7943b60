import type { FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useMemo } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { GridList, GridListItem, type Selection } from 'react-aria-components/GridList';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { useLocation } from 'wouter';
import { useTextos } from '../../shared/i18n/i18n';
import { usePulsacionLenta } from '../../shared/ui/pulsacion';
import { Fila } from './fila';

interface DocumentosListProps {
  documentos: FilaDeDocumentoFragment[];
  elegidos: Selection;
  elegir: (keys: Selection) => void;
}

/** What a row is before it is measured; a title of two lines, or larger letters, make it higher. */
const ROW = { estimatedRowHeight: 72 };

/** Made once for each document as it is: another page, or a change of one row, makes none of the others again. */
const row = (documento: FilaDeDocumentoFragment) => (
  <GridListItem id={documento.id} textValue={documento.titulo} className="fila">
    <Checkbox slot="selection" className="casilla" />
    <Fila documento={documento} />
  </GridListItem>
);

/** The rows that are looked at, of any number. Enter opens a row. */
export function DocumentosList({ documentos, elegidos, elegir }: DocumentosListProps) {
  const { documentos: textos } = useTextos();
  const [, go] = useLocation();
  const lenta = usePulsacionLenta();
  const fixed = useMemo(() => documentos.filter(({ certificado, estadoDocumento }) => certificado || estadoDocumento !== 'PROCESADO').map(({ id }) => id), [documentos]);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={ROW} shouldObserveItemSize>
      <GridList
        {...lenta}
        aria-label={textos.lista}
        items={documentos}
        className="lista documentos"
        selectionMode="multiple"
        selectedKeys={elegidos}
        onSelectionChange={elegir}
        disabledKeys={fixed}
        disabledBehavior="selection"
        onAction={(id) => go(`/documentos/${encodeURIComponent(id)}`)}
      >
        {row}
      </GridList>
    </Virtualizer>
  );
}
