import { useState } from 'react';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { useIdentidad } from '../identidad';
import { Boton } from '../ui/boton';
import { Aviso } from '../ui/estado';
import { LanguageSwitch } from '../ui/language-switch';
import { Marca } from '../ui/marca';
import { Pagina } from '../ui/pagina';
import type { Access } from './access';
import type { Motivo } from './not-signed-in';
import { pastedAccess } from './pasted-access';
import { PastedToken } from './pasted-token';
import { textos } from './textos';

/** How somebody can come in here. */
export interface Ways {
  /** As somebody of the demonstration. */
  visitantes: { texto: string; entrar: () => void }[];
  /** Where other people of the demonstration enter. */
  otraPuerta?: { href: string; texto: string };
  issuer?: () => Promise<void>;
  /** With a token that they paste. */
  paste?: (access: Access) => void;
}

interface EntradaProps {
  titulo: string;
  /** What is said to somebody who has just left. */
  salida: string | undefined;
  /** Why the last try failed. */
  motivo: Motivo | undefined;
  ways: Ways;
}

/** Where somebody signs in. */
export function Entrada({ titulo, salida, motivo, ways: { visitantes, otraPuerta, issuer, paste } }: EntradaProps) {
  const { sesion } = useTextos();
  const { nombre } = useIdentidad();
  const { noEntro } = useTextosDe(textos).sesion;
  return (
    <main id="contenido" className="entrada">
      <p className="nombre">
        <Marca />
        {nombre}
      </p>
      <Pagina titulo={titulo}>
        {salida && <p role="status">{salida}</p>}
        {motivo && <Aviso falla={{ mensaje: noEntro[motivo] }} />}
        {visitantes.length > 0 && <p>{sesion.demoTexto}</p>}
        {visitantes.length > 0 && (
          <p className="botones">
            {visitantes.map(({ texto, entrar }, i) => (
              <Boton key={texto} {...(i === 0 && { clase: 'principal' })} onPress={entrar}>
                {texto}
              </Boton>
            ))}
          </p>
        )}
        {otraPuerta && (
          <p>
            <a className="enlace" href={otraPuerta.href}>
              {otraPuerta.texto}
            </a>
          </p>
        )}
        {issuer && <ToTheIssuer leave={issuer} />}
        {paste && <PastedToken aparte={visitantes.length > 0} enterWith={(token) => paste(pastedAccess(token))} />}
        <p>
          <LanguageSwitch />
        </p>
      </Pagina>
    </main>
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
