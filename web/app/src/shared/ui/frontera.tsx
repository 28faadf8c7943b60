import { Component, type ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';

/** Around the whole page: a defect of ours leaves a sentence there, and not nothing. */
export class Frontera extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Rota /> : this.props.children;
  }
}

function Rota() {
  const { llegando } = useTextos();
  return (
    <main className="estado" role="alert">
      <p>{llegando.rota}</p>
      <Boton onPress={() => location.reload()}>{llegando.recargar}</Boton>
    </main>
  );
}
