import { useId, useState } from 'react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Aviso } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { comprobar, type Comprobada } from './comprobar';
import { Falsa, type Parte } from './falsa';
import type { Entry } from './files';
import { textos } from './textos';

type Resultado = { nombres: string } & ({ comprobada: Comprobada } | { parte: Parte | 'noSeLeen' });

/** Verifies files of a receipt in the browser: they leave it for nowhere. */
export function VerificarPage() {
  const { verificar } = useTextosDe(textos);
  const [resultado, setResultado] = useState<Resultado>();
  const id = useId();

  const check = async (files: File[]) => {
    setResultado(undefined);
    if (files.length === 0) return;
    const nombres = files.map(({ name }) => name).join(', ');
    try {
      const read = await Promise.all(files.map((file) => file.arrayBuffer()));
      setResultado({ nombres, comprobada: comprobar(read.map((buffer) => new Uint8Array(buffer))) });
    } catch (cause) {
      setResultado({ nombres, parte: cause instanceof Falsa ? cause.parte : 'noSeLeen' });
    }
  };

  return (
    <Pagina titulo={verificar.titulo}>
      <p>{verificar.intro}</p>
      <p className="detalle">{verificar.mas}</p>
      <div className="campo">
        <label htmlFor={id}>{verificar.archivos}</label>
        <input id={id} type="file" multiple onChange={(event) => void check([...(event.target.files ?? [])])} />
      </div>
      {resultado && 'parte' in resultado && <Refused {...resultado} />}
      {resultado && 'comprobada' in resultado && <Genuine {...resultado} />}
    </Pagina>
  );
}

function Refused({ nombres, parte }: { nombres: string; parte: Parte | 'noSeLeen' }) {
  const { verificar } = useTextosDe(textos);
  const mensaje = parte === 'noSeLeen' ? verificar.noSeLeen : `${verificar.falsa} ${verificar.partes[parte]}`;
  return <Aviso falla={{ mensaje, recuperacion: verificar.comprobados(nombres) }} />;
}

function Genuine({ nombres, comprobada: { checkpoint, entries, grewFrom, quiet } }: { nombres: string; comprobada: Comprobada }) {
  const { verificar } = useTextosDe(textos);
  const { momento } = useFormatos();
  const at = (time: Date) => momento(time.toISOString());
  return (
    <section className="nota" aria-label={verificar.resultado}>
      <p role="status">
        <strong>{verificar.autentica}</strong> {verificar.comprobados(nombres)}
      </p>
      <p>{verificar.sellada(at(checkpoint.time), checkpoint.origin, String(checkpoint.size))}</p>
      {grewFrom !== undefined && <p>{verificar.crecio(String(grewFrom))}</p>}
      {quiet && <p>{verificar.quieto(quiet.origin, at(quiet.from), at(quiet.until))}</p>}
      <p>
        {verificar.llave} <code>{checkpoint.key.text}</code>
      </p>
      {entries.map(({ number, entry }) => (
        <Recorded key={`${entry.kind} ${number}`} number={number} entry={entry} />
      ))}
    </section>
  );
}

function Recorded({ number, entry }: { number: bigint; entry: Entry }) {
  const { verificar } = useTextosDe(textos);
  const { momento } = useFormatos();
  const at = (time: Date) => momento(time.toISOString());
  return (
    <>
      <h2>{verificar.loRegistrado}</h2>
      <p>{verificar.lugar(String(number))}</p>
      {entry.kind === 'evento' ? (
        <pre className="vista" tabIndex={0}>
          {entry.text}
        </pre>
      ) : (
        <p>{verificar.periodo(entry.stated.origin, at(entry.from), at(entry.until), String(entry.stated.size))}</p>
      )}
    </>
  );
}
