import { createHash, randomUUID } from 'node:crypto';
import { ConfirmarCargaDocument, IniciarCargaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { openTab } from './setup.js';

/** Puts a document into the demo carpeta, from another tab; returns its global id. */
export async function upload(titulo: string): Promise<string> {
  const { apollo } = openTab().client;
  const body = `un documento ${randomUUID()}`;
  const hashDocumento = createHash('sha256').update(body).digest('hex');
  const input = { titulo, codigoTipo: 'OTRO', nombreArchivo: 'a.txt', tipoContenido: 'text/plain', tamanoBytes: body.length, hashDocumento };
  const begun = await apollo.mutate({ mutation: IniciarCargaDocument, variables: { input } });
  const { carga, documento } = begun.data!.iniciarCarga!;
  const headers = Object.fromEntries(carga!.encabezados.map(({ nombre, valor }) => [nombre, valor]));
  const sent = await fetch(carga!.url, { method: carga!.metodo, headers, body });
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`);
  await apollo.mutate({ mutation: ConfirmarCargaDocument, variables: { documentoId: documento!.id } });
  return documento!.id;
}
