import type { DetalleDeDocumento, useDocumento } from '@carpeta-ciudadana/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Aviso, Cargando } from '../../shared/ui/estado';
import { later, Llegando } from '../../shared/ui/later';
import { textos as deDetalle } from './textos';

/** pdf.js comes when there is a PDF to show. */
const Pdf = later(() => import('./pdf').then(({ Pdf: viewer }) => viewer));

interface VistaProps {
  documento: DetalleDeDocumento;
  pedirEnlace: ReturnType<typeof useDocumento>['pedirEnlace'];
}

/** The file in the page. Its link is asked for now, and kept nowhere: it is the permission to read the file. */
export function Vista({ documento, pedirEnlace }: VistaProps) {
  const { detalle } = useTextosDe(deDetalle);
  const [url, setUrl] = useState<string>();
  const [falla, setFalla] = useState<Aviso & { final?: boolean }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let late = false;
    void pedirEnlace('ver').then(({ valor: urlVista, falla }) => {
      if (late) return;
      if (urlVista) setUrl(urlVista);
      else setFalla(falla ?? { mensaje: detalle.noVisible, final: true });
    });
    return () => {
      late = true;
    };
  }, [pedirEnlace, detalle, tries]);

  const again = () => {
    setUrl(undefined);
    setFalla(undefined);
    setTries(tries + 1);
  };
  if (falla) return <Aviso falla={falla} {...(!falla.final && { reintentar: again })} />;
  if (url === undefined) return <Cargando />;
  const broken = () => setFalla({ mensaje: detalle.noVisible });
  const tipo = documento.tipoContenido ?? '';
  if (tipo.startsWith('image/')) return <img className="vista" src={url} alt={detalle.imagen(documento.titulo)} onError={broken} />;
  if (tipo.startsWith('application/pdf')) {
    return (
      <Llegando>
        <Pdf url={url} broken={broken} />
      </Llegando>
    );
  }
  return <Texto url={url} broken={broken} />;
}

function Texto({ url, broken }: { url: string; broken: () => void }) {
  const [text, setText] = useState<string>();
  const tell = useEffectEvent(broken);
  useEffect(() => {
    const abort = new AbortController();
    fetch(url, { signal: abort.signal })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then(setText, () => abort.signal.aborted || tell());
    return () => abort.abort();
  }, [url]);
  return text === undefined ? <Cargando /> : <pre className="vista" tabIndex={0}>{text}</pre>;
}
