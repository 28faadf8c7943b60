import type { GraphiQL } from 'graphiql';
import { getOperationAST, Kind, parse } from 'graphql';
import { createClient, type Client } from 'graphql-ws';
import type { ComponentProps } from 'react';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];
type Parametros = Parameters<Fetcher>[0];
type Encabezados = Record<string, string>;

/** Sends queries and mutations by POST, subscriptions over graphql-transport-ws. */
export function crearFetcher(ruta: string): Fetcher {
  const clientePara = clientes(ruta);
  return (pedido, opciones) => {
    const encabezados: Encabezados = opciones?.headers ?? {};
    const parametros = conSuNombre(pedido);
    return esSuscripcion(parametros)
      ? suscribir(clientePara(encabezados), parametros)
      : enviar(ruta, parametros, encabezados);
  };
}

/**
 * Right after a change of tabs GraphiQL still gives the name of the other tab's operation. Where there is only
 * one operation it needs no name.
 */
function conSuNombre(pedido: Parametros): Parametros {
  try {
    const [unica, ...otras] = parse(pedido.query).definitions.flatMap((d) => (d.kind === Kind.OPERATION_DEFINITION ? [d] : []));
    return unica && otras.length === 0 ? { ...pedido, operationName: unica.name?.value } : pedido;
  } catch {
    return pedido;
  }
}

function esSuscripcion({ query, operationName }: Parametros): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'subscription';
  } catch {
    return false; // The server explains a syntax error better than we do.
  }
}

/** An Observable, as GraphiQL takes it: stopping it works at once, also between two messages. */
function suscribir(cliente: Client, parametros: Parametros) {
  return {
    subscribe(observador: any) {
      const dejar = cliente.subscribe(parametros, {
        next: (mensaje) => observador.next(mensaje),
        error: (causa) => observador.error(explicar(causa)),
        complete: () => observador.complete(),
      });
      return { unsubscribe: dejar };
    },
  };
}

/** The code with which browsers report a socket that ended without a word. */
const PERDIDA = 1006;

/** GraphiQL prints errors as JSON, in which an Event says nothing. */
function explicar(causa: unknown): unknown {
  if (!(causa instanceof Event)) return causa;
  if (!(causa instanceof CloseEvent) || causa.code === PERDIDA) return { message: SIN_SERVIDOR };
  const consejo = causa.code === 4401 || causa.code === 4403 ? 'Revise el token en «Headers».' : 'Ejecute otra vez con ▶.';
  return { message: `El servidor cerró la conexión: ${`${causa.code} ${causa.reason}`.trim()}. ${consejo}` };
}

const SIN_SERVIDOR = 'No hay conexión con el servidor. Cuando esté de nuevo en marcha, ejecute otra vez con ▶.';

async function enviar(ruta: string, parametros: Parametros, encabezados: Encabezados) {
  try {
    const respuesta = await fetch(ruta, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json;q=0.9',
        ...encabezados,
      },
      body: JSON.stringify(parametros),
    });
    return leer(await respuesta.text(), respuesta.status);
  } catch (causa) {
    // The headers may be at fault too: those with letters that HTTP has not are refused before anything is sent.
    return { errors: [{ message: SIN_SERVIDOR, extensions: { causa: String(causa) } }] };
  }
}

function leer(texto: string, estado: number) {
  try {
    return JSON.parse(texto);
  } catch {
    return { errors: [{ message: `El servidor respondió HTTP ${estado} sin JSON: ${texto.slice(0, 200)}` }] };
  }
}

/**
 * The headers travel in connection_init, once per socket: other headers need another client. One is kept;
 * it opens its socket with the first subscription and closes it after the last.
 */
function clientes(ruta: string): (encabezados: Encabezados) => Client {
  const url = new URL(ruta, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  let actual: { clave: string; cliente: Client } | undefined;
  return (encabezados) => {
    const clave = JSON.stringify(encabezados);
    if (actual?.clave !== clave) {
      void actual?.cliente.dispose();
      // No retries: a person sees why the socket closed and presses ▶ again.
      actual = { clave, cliente: createClient({ url: url.href, connectionParams: encabezados, retryAttempts: 0 }) };
    }
    return actual.cliente;
  };
}
