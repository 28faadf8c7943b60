import { useState, type FormEvent } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Pagina } from '../../shared/ui/pagina';
import { textos as deOperador } from './textos';

/** What somebody comes for: the citizens whose data they look at are told. */
export function Finalidad({ continuar }: { continuar: (finalidad: Record<string, string>) => void }) {
  const { finalidad } = useTextosDe(deOperador);
  const [proposito, setProposito] = useState('');
  const [baseLegal, setBaseLegal] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    continuar({ ...header('Carpeta-Proposito', proposito), ...header('Carpeta-Base-Legal', baseLegal) });
  };
  return (
    <main id="contenido" className="entrada">
      <Pagina titulo={finalidad.titulo}>
        <p>{finalidad.intro}</p>
        <form className="formulario" onSubmit={submit}>
          <CampoTexto nombre={finalidad.proposito} valor={proposito} cambiar={setProposito} maximo={120} />
          <CampoTexto nombre={finalidad.baseLegal} valor={baseLegal} cambiar={setBaseLegal} maximo={120} />
          <Boton type="submit" clase="principal">
            {finalidad.continuar}
          </Boton>
        </form>
      </Pagina>
    </main>
  );
}

const header = (name: string, text: string) => (text.trim() ? { [name]: encodeURIComponent(text.trim()) } : {});
