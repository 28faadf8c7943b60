import { useState } from 'react';
import type { Motivo } from '../../shared/session/not-signed-in';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { PastedToken } from './pasted-token';
import { textos } from './textos';

/** How somebody can come in here. */
export type Ways = { demo: () => void } | { issuer: () => Promise<void> } | { paste: (token: string) => void };

interface EntradaProps {
  /** The person has just signed out. */
  left: boolean;
  /** Why the last try failed. */
  motivo: Motivo | undefined;
  ways: Ways;
}

/** Where somebody signs in. */
export function Entrada({ left, motivo, ways }: EntradaProps) {
  const { sesion } = useTextos();
  const { noEntro } = useTextosDe(textos).sesion;
  return (
    <main id="contenido" className="entrada">
      <Pagina titulo={sesion.titulo}>
        {left && <p role="status">{sesion.saliste}</p>}
        {motivo && <Aviso falla={{ mensaje: noEntro[motivo] }} />}
        {'demo' in ways && <ToTheDemo enter={ways.demo} />}
        {'issuer' in ways && <ToTheIssuer leave={ways.issuer} />}
        {'paste' in ways && <PastedToken enterWith={ways.paste} />}
      </Pagina>
    </main>
  );
}

function ToTheDemo({ enter }: { enter: () => void }) {
  const { sesion } = useTextos();
  return (
    <>
      <p>{sesion.demoTexto}</p>
      <Boton clase="principal" onPress={enter}>
        {sesion.demo}
      </Boton>
    </>
  );
}

function ToTheIssuer({ leave }: { leave: () => Promise<void> }) {
  const { entrar } = useTextos().sesion;
  const { fuera } = useTextosDe(textos).sesion;
  const [busy, setBusy] = useState(false);
  return (
    <>
      <p>{fuera}</p>
      <Boton
        clase="principal"
        ocupado={busy}
        onPress={() => {
          setBusy(true);
          void leave().finally(() => setBusy(false));
        }}
      >
        {entrar}
      </Boton>
    </>
  );
}

/** What a window says that was opened beside the page that waits. */
export function Entregada() {
  const { sesion } = useTextos();
  const { entregada } = useTextosDe(textos).sesion;
  return (
    <main id="contenido" className="entrada">
      <Pagina titulo={sesion.titulo}>
        <p role="status">{entregada}</p>
      </Pagina>
    </main>
  );
}
