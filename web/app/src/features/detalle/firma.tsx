import { useLazyQuery } from '@apollo/client/react';
import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { useEffect } from 'react';
import { FirmaDeDocumentoDocument } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Nota } from '../../shared/ui/estado';
import { textos as deDetalle } from './textos';

/** The server reads the whole file to look at its signature: of larger ones, in bytes, the person has to ask. */
const AT_ONCE = 20_000_000;

/** Who issued a certified document and when, and whether its signature is valid: in words. */
export function Firma({ documento: { id, emisor, tamanoBytes } }: { documento: DetalleDeDocumento }) {
  const { firma: textos } = useTextosDe(deDetalle);
  const { dia } = useFormatos();
  const [look, { data, loading, error }] = useLazyQuery(FirmaDeDocumentoDocument, { fetchPolicy: 'cache-first' });
  const atOnce = tamanoBytes <= AT_ONCE;
  useEffect(() => {
    if (atOnce) look({ variables: { id } }).catch(() => {}); // it is told below
  }, [atOnce, look, id]);

  const found = data?.verificarDocumento;
  const valida = found?.resultado === 'VALIDA';
  const mala = found && !valida && found.resultado !== 'SIN_FIRMA';
  const quien = found?.emisor?.nombre ?? emisor?.nombre;
  return (
    <Nota tono={mala ? 'peligro' : 'bien'} icono={mala ? 'cuidado' : 'sello'}>
      <p role="status">
        {found?.firmadaEn ? textos.firmado(quien, dia(found.firmadaEn)) : textos.certificado(quien)} {found && textos.resultados[found.resultado]}
        {loading && textos.mirando}
        {error && textos.noSeSabe}
      </p>
      {!found && !loading && (!atOnce || error) && <Boton onPress={() => void look({ variables: { id } }).catch(() => {})}>{textos.mirar}</Boton>}
    </Nota>
  );
}
