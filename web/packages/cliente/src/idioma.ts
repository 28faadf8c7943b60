import { headersNow, type RequestHeaders } from './headers.js';

/** The languages of the server, and of the kit's own texts. */
export type Idioma = 'es' | 'en';

/** A function is asked for each request, for a page whose person may change it. */
export type EnIdioma = Idioma | (() => Idioma);

let chosen: EnIdioma = 'es';

/** The language of now. A page has one: that of the client that was made last. */
export const idiomaDeAhora = (): Idioma => (typeof chosen === 'function' ? chosen() : chosen);

/** The kit speaks it from here on, and each request asks the server to, unless `headers` name another language. */
export function hablar(idioma: EnIdioma, headers: RequestHeaders): RequestHeaders {
  chosen = idioma;
  return () => {
    const given = headersNow(headers);
    const named = Object.keys(given).some((name) => name.toLowerCase() === 'accept-language');
    return named ? given : { ...given, 'Accept-Language': typeof idioma === 'function' ? idioma() : idioma };
  };
}

interface Texto {
  mensaje: string;
  recuperacion: string;
}

/** A text of the kit: what happened, and what to do. */
export function texto(es: [mensaje: string, recuperacion: string], en: [mensaje: string, recuperacion: string]): Texto {
  const [mensaje, recuperacion] = idiomaDeAhora() === 'en' ? en : es;
  return { mensaje, recuperacion };
}
