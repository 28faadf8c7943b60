import { useRef, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { EntradaDeArchivos } from '../../shared/ui/entrada-de-archivos';
import { Icono } from '../../shared/ui/icono';
import { Pagina } from '../../shared/ui/pagina';
import { comprobar } from './comprobar';
import { Falsa } from './falsa';
import { firmanteDe } from './firmante';
import { hallar } from './papel/hallar';
import { esZip } from './papel/zip';
import { MAX_RECEIPT } from './receipt';
import { textos } from './textos';
import { Veredicto, type Resultado } from './veredicto';
import '../../shared/ui/datos.css';
import '../../shared/ui/soltar.css';
import './verificar.css';

/** A file is read whole: the largest document that is delivered, and what is around it. */
const MAX_ZIP = 256 << 20;

/** Verifies a verifiable file, or a receipt, in the browser: it leaves it for nowhere. */
export function VerificarPage() {
  const { verificar } = useTextosDe(textos);
  const [given, setGiven] = useState<{ files: File[]; resultado?: Resultado }>();
  const input = useRef<HTMLInputElement>(null);

  const check = async (files: File[]) => {
    const mine = { files };
    setGiven(mine);
    const resultado = await resultOf(files);
    setGiven((now) => (now === mine ? { files, resultado } : now)); // others may have been chosen since
  };

  return (
    <Pagina titulo={verificar.titulo}>
      <p>{verificar.intro}</p>
      <DropZone
        className="soltar"
        aria-label={verificar.zona}
        onDrop={async ({ items }) => check(await Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())))}
      >
        <Icono nombre="verificar" />
        <p>{verificar.suelte}</p>
        <p className="detalle">{verificar.mas}</p>
        <EntradaDeArchivos ref={input} elegir={(files) => void check(files)} />
        <Boton clase="principal" onPress={() => input.current?.click()}>
          {verificar.elegir}
        </Boton>
      </DropZone>
      {given && !given.resultado && <p role="status">{verificar.comprobando}</p>}
      {given?.resultado && <Veredicto nombres={given.files.map(({ name }) => name)} resultado={given.resultado} otraVez={() => void check(given.files)} />}
    </Pagina>
  );
}

async function resultOf(files: File[]): Promise<Resultado> {
  try {
    const [first] = files;
    if (files.length === 1 && first && first.size <= MAX_ZIP) {
      const bytes = new Uint8Array(await first.arrayBuffer());
      if (esZip(bytes)) return { hallazgo: await hallar(bytes) };
    }
    if (files.length === 0 || files.some(({ size }) => size > MAX_RECEIPT)) throw new Falsa('otraCosa'); // a folder, or a film
    const read = await Promise.all(files.map((file) => file.arrayBuffer()));
    const comprobada = comprobar(read.map((buffer) => new Uint8Array(buffer)));
    return { comprobada, firmante: await firmanteDe(comprobada) };
  } catch (cause) {
    return { parte: cause instanceof Falsa ? cause.parte : 'noSeLeen' };
  }
}
