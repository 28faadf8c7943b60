import { useDocumentos } from '@carpeta-ciudadana/react';
import { useTextos } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Cargando, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { DocumentosList } from './documentos-list';

/** The citizen's documents. */
export function DocumentosPage() {
  const { documentos: textos } = useTextos();
  const lista = useDocumentos();
  const { documentos, total, cargando, cargandoMas, hayMas, cargarMas, desactualizada, recargar, falla } = lista;
  const nothing = documentos.length === 0;
  return (
    <Pagina titulo={textos.titulo}>
      {total !== undefined && <p className="detalle">{textos.total(total)}</p>}
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {desactualizada && (
        <p className="nota" role="status">
          {textos.desactualizada} <Boton onPress={() => void recargar()}>{textos.actualizar}</Boton>
        </p>
      )}
      {nothing && cargando && <Cargando />}
      {nothing && !cargando && !falla && (
        <Vacio titulo={textos.vacia.titulo}>
          <p>{textos.vacia.texto}</p>
        </Vacio>
      )}
      {!nothing && (
        <>
          <DocumentosList documentos={documentos} cargandoMas={cargandoMas} cargarMas={() => void cargarMas()} />
          <p className="pie-de-lista">
            <span className="detalle">{textos.mostrados(documentos.length, hayMas)}</span>{' '}
            {hayMas && (
              <Boton isPending={cargandoMas} onPress={() => void cargarMas()}>
                {cargandoMas ? textos.cargandoMas : textos.cargarMas}
              </Boton>
            )}
          </p>
        </>
      )}
    </Pagina>
  );
}
