import type { TokenSource } from '@carpeta-ciudadana/cliente';
import { useEffect, useState, type FormEvent } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { readSettings, type Settings } from '../../shared/session/settings';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Cargando } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { textos as deOperador } from './textos';

/** How somebody of an operador's staff got in, and what they said they came for. */
export interface Acceso {
  token: TokenSource;
  headers: Record<string, string>;
}

/** The demonstration has a token for each role. */
type ConPersonas = Settings & { personas?: { rol: string; token: string }[] };

const operadorOf = (settings: Settings) => (settings as ConPersonas).personas?.find(({ rol }) => rol === 'operador')?.token;

/** A token of the demonstration is had anew by asking the server again. */
const demoAccess = (first: string): Acceso => ({
  token: async ({ renovar }) => (renovar ? (operadorOf(await readSettings()) ?? null) : first),
  headers: {},
});

/** Where the staff of an operador sign in. */
export function Entrada({ terminada, entrar }: { terminada: boolean; entrar: (access: Acceso) => void }) {
  const { entrada } = useTextosDe(deOperador);
  const [demo, setDemo] = useState<{ token: string | undefined }>();
  useEffect(() => {
    readSettings().then(
      (settings) => setDemo({ token: operadorOf(settings) }),
      () => setDemo({ token: undefined }), // a token can be pasted all the same
    );
  }, []);
  const token = demo?.token;
  return (
    <main id="contenido" className="entrada">
      <Pagina titulo={entrada.titulo}>
        {terminada && <p role="status">{entrada.terminada}</p>}
        {!demo && <Cargando />}
        {token !== undefined && (
          <Boton clase="principal" onPress={() => entrar(demoAccess(token))}>
            {entrada.demo}
          </Boton>
        )}
        {demo && token === undefined && <ConLlave entrar={entrar} />}
      </Pagina>
    </main>
  );
}

function ConLlave({ entrar }: { entrar: (access: Acceso) => void }) {
  const { entrada } = useTextosDe(deOperador);
  const [token, setToken] = useState('');
  const [proposito, setProposito] = useState('');
  const [baseLegal, setBaseLegal] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entrar({
      token: ({ renovar }) => (renovar ? null : token.trim()),
      headers: {
        ...(proposito.trim() && { 'Carpeta-Proposito': encodeURIComponent(proposito.trim()) }),
        ...(baseLegal.trim() && { 'Carpeta-Base-Legal': encodeURIComponent(baseLegal.trim()) }),
      },
    });
  };
  return (
    <form className="formulario" onSubmit={submit}>
      <div className="campo">
        <label htmlFor="llave">{entrada.token}</label>
        <input id="llave" type="password" autoComplete="off" required value={token} aria-describedby="llave-ayuda" onChange={(event) => setToken(event.target.value)} />
        <span id="llave-ayuda" className="detalle">
          {entrada.tokenAyuda}
        </span>
      </div>
      <CampoTexto nombre={entrada.proposito} valor={proposito} cambiar={setProposito} maximo={120} />
      <CampoTexto nombre={entrada.baseLegal} valor={baseLegal} cambiar={setBaseLegal} maximo={120} />
      <Boton type="submit" clase="principal">
        {entrada.entrar}
      </Boton>
    </form>
  );
}
