import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Server } from '../../test/server.js';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function citizen(query: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const { data, errors } = await (await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  expect(errors).toBeUndefined();
  return data;
}

interface Hallado {
  titulo: string;
  documentoId: string;
  certificado: boolean;
  emisor: { nombre: string } | null;
  estadoJuridico: 'VIGENTE' | 'VENCIDO' | 'REVOCADO' | 'REEMPLAZADO' | null;
  urlDescarga: string;
}
const all = async (): Promise<Hallado[]> =>
  (await citizen('{ miCarpeta { documentos(first: 100) { nodes { titulo documentoId certificado emisor { nombre } estadoJuridico urlDescarga } } } }')).miCarpeta.documentos.nodes;

/** What the server finds of a file that is as it was signed, by what its issuer says of it since. */
const RESULTADOS = { VIGENTE: 'VALIDA', VENCIDO: 'VALIDA', REVOCADO: 'REVOCADA', REEMPLAZADO: 'REEMPLAZADA' };

it('of the demonstration names who certified it, and is what they signed', async () => {
  const certified = (await all()).filter(({ certificado }) => certificado);
  expect(certified.length).toBeGreaterThan(5);
  expect(certified.filter(({ emisor }) => !emisor?.nombre).map(({ titulo }) => titulo)).toEqual([]);
  for (const { documentoId, titulo } of certified) {
    // the state of the same moment: the demonstration may replace a document after the list was read
    const { verificarDocumento } = await citizen(`{ verificarDocumento(documentoId: "${documentoId}") { resultado documento { estadoJuridico } } }`);
    const estado: Hallado['estadoJuridico'] = verificarDocumento.documento.estadoJuridico;
    expect(verificarDocumento.resultado, titulo).toBe(estado && RESULTADOS[estado]);
  }
});

it('of the demonstration is of a day, also in its file', async () => {
  for (const { titulo, urlDescarga } of await all()) {
    const file = await (await fetch(urlDescarga)).text();
    expect(file, titulo).not.toContain('0001-01-01');
  }
});
