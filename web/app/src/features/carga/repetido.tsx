import { useApolloClient } from '@apollo/client/react';
import { hashFile } from '@carpeta-ciudadana/cliente';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ParecidosDocument } from '../../shared/generado/graphql';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Nota } from '../../shared/ui/estado';
import { tituloDe } from './elegidos';
import { textos as deCarga } from './textos';

/** The API takes no more words to search for. */
const WORDS = 16;

/**
 * Says that the folder has the content of a file already, and where. The API finds documents by their words and not by
 * their content: one that was uploaded under another title is not found.
 */
export function Repetido({ archivo }: { archivo: File }) {
  const { carga: textos } = useTextosDe(deCarga);
  const client = useApolloClient();
  const [there, setThere] = useState<{ id: string; titulo: string }>();
  useEffect(() => {
    const abort = new AbortController();
    const look = async () => {
      const texto = tituloDe(archivo).split(/\s+/).slice(0, WORDS).join(' ');
      const { data } = await client.query({ query: ParecidosDocument, variables: { texto }, fetchPolicy: 'no-cache' });
      const asLong = data?.miCarpeta?.parecidos?.nodes.filter(({ tamanoBytes }) => tamanoBytes === archivo.size) ?? [];
      if (asLong.length === 0 || abort.signal.aborted) return;
      const hash = await hashFile(archivo, { signal: abort.signal });
      if (!abort.signal.aborted) setThere(asLong.find(({ hashDocumento }) => hashDocumento === hash));
    };
    look().catch(() => {}); // it can be uploaded all the same
    return () => abort.abort();
  }, [archivo, client]);
  return (
    there && (
      <Nota tono="cuidado">
        <p role="status">
          {textos.repetido} <Link href={`/documentos/${encodeURIComponent(there.id)}`}>{there.titulo}</Link>
        </p>
      </Nota>
    )
  );
}
