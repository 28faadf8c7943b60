import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Pagina } from '../../shared/ui/pagina';
import { textos as deOperador } from './textos';

/** As the API takes it: what is not said is not there. */
export type Dicha = Record<string, string>;

const PROPOSITO = 'Carpeta-Proposito';
const BASE_LEGAL = 'Carpeta-Base-Legal';

/** What somebody comes for: the citizens whose data they look at are told. */
export function Finalidad({ continuar }: { continuar: (dicha: Dicha) => void }) {
  const { finalidad } = useTextosDe(deOperador);
  return (
    <main id="contenido" className="entrada">
      <Pagina titulo={finalidad.titulo}>
        <p>{finalidad.intro}</p>
        <FormaDeFinalidad primera={{}} continuar={continuar} />
      </Pagina>
    </main>
  );
}

interface FormaProps {
  /** What was said before. */
  primera: Dicha;
  requerida?: boolean;
  continuar: (dicha: Dicha) => void;
}

export function FormaDeFinalidad({ primera, requerida = false, continuar }: FormaProps) {
  const { finalidad } = useTextosDe(deOperador);
  const [proposito, setProposito] = useState(() => saidIn(primera, PROPOSITO));
  const [baseLegal, setBaseLegal] = useState(() => saidIn(primera, BASE_LEGAL));
  const [faltas, setFaltas] = useState<Dicha>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faltas]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = { ...wrongIn(PROPOSITO, proposito), ...wrongIn(BASE_LEGAL, baseLegal) };
    setFaltas(wrong);
    if (Object.keys(wrong).length === 0) continuar({ ...header(PROPOSITO, proposito), ...header(BASE_LEGAL, baseLegal) });
  };
  const wrongIn = (name: string, text: string): Dicha => {
    if (text.trim() === '') return requerida ? { [name]: finalidad.falta } : {};
    return TAKEN.test(text.trim()) && new TextEncoder().encode(text.trim()).length <= MOST_BYTES ? {} : { [name]: finalidad.noSirve };
  };
  return (
    <form ref={form} className="formulario" onSubmit={submit} noValidate>
      <CampoTexto nombre={finalidad.proposito} valor={proposito} cambiar={setProposito} maximo={120} falta={faltas[PROPOSITO]} />
      <CampoTexto nombre={finalidad.baseLegal} valor={baseLegal} cambiar={setBaseLegal} maximo={120} falta={faltas[BASE_LEGAL]} />
      <Boton type="submit" clase="principal">
        {finalidad.continuar}
      </Boton>
    </form>
  );
}

/** The server takes no more, and a first letter or number: the text stands in tables, where = and + begin a formula. */
const MOST_BYTES = 120;
const TAKEN = /^[\p{L}\p{N}]/u;

const header = (name: string, text: string): Dicha => (text.trim() ? { [name]: encodeURIComponent(text.trim()) } : {});
const saidIn = (dicha: Dicha, name: string) => decodeURIComponent(dicha[name] ?? '');
