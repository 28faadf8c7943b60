/** What the server tells the page; see GET /config.json. */
export interface Ajustes {
  graphqlPath: string;
  perfil?: string;
  /** Only from the embedded profile while it listens on loopback. */
  token?: string;
  carpetaId?: string;
  /** All whom a visitor may act as; the first has `token`. */
  personas?: Persona[];
}

/** A role, with a token for it. */
export interface Persona {
  rol: string;
  token: string;
}

const POR_DEFECTO: Ajustes = { graphqlPath: '/graphql' };

/** Reads the settings. Without them the page still works against the default path. */
export async function leerAjustes(): Promise<Ajustes> {
  try {
    const respuesta = await fetch('/config.json', { headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!respuesta.ok) throw new Error(`HTTP ${respuesta.status}`);
    return { ...POR_DEFECTO, ...((await respuesta.json()) as Partial<Ajustes>) };
  } catch (causa) {
    console.warn('config.json could not be read; using defaults', causa);
    return POR_DEFECTO;
  }
}
