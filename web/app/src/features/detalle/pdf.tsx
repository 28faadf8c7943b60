import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Cargando } from '../../shared/ui/estado';
import { textos as deDetalle } from './textos';

GlobalWorkerOptions.workerSrc = worker;

/**
 * Where what decodes the pictures of scanners is (JBIG2, fax, JPEG 2000): vite.config.ts puts it there. It is JavaScript:
 * the WebAssembly that pdf.js has too would need 'wasm-unsafe-eval' in the page's policy.
 */
declare const PDF_DECODERS: string;

/** The pages of a PDF, each as a picture, with its text for those who hear it. Nothing in the file is run. */
export function Pdf({ url, broken }: { url: string; broken: () => void }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const tell = useEffectEvent(broken);
  useEffect(() => {
    // One request: each one would be told to the person as somebody who received the file.
    const task = getDocument({ url, disableRange: true, useWasm: false, wasmUrl: PDF_DECODERS, useSystemFonts: true, enableXfa: false });
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

/**
 * A page is drawn when it comes near, and wiped when it is far: a picture of it takes 10 MB, and a telephone has room for
 * some thirty. It keeps its place meanwhile.
 */
function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { detalle } = useTextosDe(deDetalle);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const [text, setText] = useState('');
  const [blank, setBlank] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), { rootMargin: '400px' });
    observer.observe(frame.current as HTMLElement);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const target = canvas.current;
    if (!near || !target) return;
    const drawing = draw(pdf, number, target, frame.current as HTMLElement);
    let late = false;
    drawing.done.then(
      (words) => late || setText(words),
      () => late || setBlank(true),
    );
    return () => {
      late = true;
      drawing.wipe();
    };
  }, [near, pdf, number]);

  return (
    <div ref={frame} className="hoja">
      {blank && <p className="nota">{detalle.hojaEnBlanco(number)}</p>}
      <canvas ref={canvas} role="img" aria-label={detalle.hoja(number, pdf.numPages)} />
      <p className="oculto">{text}</p>
    </div>
  );
}

/** Draws a page as wide as its frame, and answers with its words. To wipe it gives back all that it took. */
function draw(pdf: PDFDocumentProxy, number: number, target: HTMLCanvasElement, frame: HTMLElement) {
  let wiped = false;
  let task: RenderTask | undefined;
  const drawn = async () => {
    const page = await pdf.getPage(number);
    if (wiped) return '';
    const { width, height } = page.getViewport({ scale: 1 });
    frame.style.aspectRatio = `${width} / ${height}`; // it stays as high without its picture
    const viewport = page.getViewport({ scale: (frame.clientWidth / width) * Math.min(devicePixelRatio, 2) });
    target.width = viewport.width;
    target.height = viewport.height;
    task = page.render({ canvas: target, viewport });
    await task.promise;
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  };
  const done = drawn();
  const wipe = () => {
    wiped = true;
    task?.cancel();
    target.width = target.height = 0;
    done.catch(() => {}).then(() => pdf.getPage(number)).then((page) => page.cleanup()).catch(() => {}); // the file was closed
  };
  return { done, wipe };
}
