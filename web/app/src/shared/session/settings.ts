/** What the server says of itself: /config.json. */
export interface Settings {
  graphqlPath: string;
  /** The time zone in which the server judges days, as the IANA names it. */
  zona?: string;
  /** The server runs the operations that it knows by their hash, and no text. */
  porManifiesto?: boolean;
  /** Of the demonstration, and only on the machine where it runs: a token for each role. */
  personas?: { rol: string; token: string }[];
  /** Where people sign in, if it is somewhere else (OpenID Connect). */
  entrada?: SignIn;
  /** How the operador has the application look. */
  identidad?: Identidad;
  /** Seconds that the server's clock is ahead of this machine's. */
  skew: number;
}

/** What is absent is as the application has it. Text has a contrast of 4.5 or more in each colour: the server refuses others. */
export interface Identidad {
  /** In the place of "Carpeta Ciudadana". */
  nombre?: string;
  /** Address of a picture on this origin. */
  logo?: string;
  /** #rrggbb, of the light and of the dark theme. */
  acentoClaro?: string;
  acentoOscuro?: string;
}

/** The issuer of the tokens, and this application as its client. */
export interface SignIn {
  emisor: string;
  cliente: string;
  ambito: string;
  recurso?: string;
}

export async function readSettings(): Promise<Settings> {
  const answer = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`/config.json: ${answer.status}`);
  const date = Date.parse(answer.headers.get('Date') ?? '');
  const skew = Number.isNaN(date) ? 0 : Math.round((date - Date.now()) / 1000);
  return { ...((await answer.json()) as Settings), skew };
}

/** The demonstration's token for a role. */
export const tokenOf = ({ personas }: Settings, rol: string) => personas?.find((one) => one.rol === rol)?.token;
