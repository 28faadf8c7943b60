import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';
import { Pagina } from './pagina';

/** Around the whole page, or a part of it: a defect of ours leaves a sentence there, and not nothing. */
export class Resguardo extends Component<{ roto?: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { roto = <Rota />, children } = this.props;
    return this.state.broken ? roto : children;
  }
}

/** Around one screen: what is around it stays, with what was typed and sent there, and the others can be gone to. */
export function ResguardoDePantalla({ children }: { children: ReactNode }) {
  const { llegando } = useTextos();
  const [place] = useLocation();
  return (
    <Resguardo key={place} roto={<Disculpa texto={llegando.rotaPantalla} />}>
      {children}
    </Resguardo>
  );
}

function Rota() {
  const { llegando } = useTextos();
  return (
    <main className="estado">
      <Disculpa texto={llegando.rota} />
    </main>
  );
}

function Disculpa({ texto }: { texto: string }) {
  const { llegando } = useTextos();
  return (
    <Pagina titulo={llegando.rotaTitulo}>
      <div role="alert">
        <p>{texto}</p>
        <Boton onPress={() => location.reload()}>{llegando.recargar}</Boton>
      </div>
    </Pagina>
  );
}
