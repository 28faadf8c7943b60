import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Cargando } from '../../shared/ui/estado';
import { textos as deDetalle } from './textos';

GlobalWorkerOptions.workerSrc = worker;

/** The pages of a PDF, each as a picture, with its text for those who hear it. Nothing in the file is run. */
export function Pdf({ url, broken }: { url: string; broken: () => void }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const tell = useEffectEvent(broken);
  useEffect(() => {
    // One request: each one would be told to the person as somebody who received the file.
    const task = getDocument({ url, disableRange: true, useWasm: false, useSystemFonts: true, enableXfa: false });
    let late = false;
    task.promise.then(
      (loaded) => late || setPdf(loaded),
      () => late || tell(),
    );
    return () => {
      late = true;
      void task.destroy();
    };
  }, [url]);
  if (!pdf) return <Cargando />;
  return (
    <div className="vista">
      {Array.from({ length: pdf.numPages }, (_, i) => (
        <Page key={i} pdf={pdf} number={i + 1} />
      ))}
    </div>
  );
}

/** A page is drawn when it comes near: a file of a thousand pages is as light as one of two. */
function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { detalle } = useTextosDe(deDetalle);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const [text, setText] = useState('');

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), { rootMargin: '400px' });
    observer.observe(frame.current as HTMLElement);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!near) return;
    let stop = () => {};
    let late = false;
    void (async () => {
      const page = await pdf.getPage(number);
      if (late) return;
      const width = (frame.current as HTMLElement).clientWidth;
      const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(devicePixelRatio, 2);
      const viewport = page.getViewport({ scale });
      const target = canvas.current as HTMLCanvasElement;
      target.width = viewport.width;
      target.height = viewport.height;
      const drawing = page.render({ canvas: target, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
      const { items } = await page.getTextContent();
      setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    })().catch(() => {}); // the person left, or the page is broken: it stays white
    return () => {
      late = true;
      stop();
    };
  }, [near, pdf, number]);

  return (
    <div ref={frame} className="hoja">
      <canvas ref={canvas} role="img" aria-label={detalle.hoja(number, pdf.numPages)} />
      <p className="oculto">{text}</p>
    </div>
  );
}
