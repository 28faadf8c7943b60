import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { forgetDocumento } from '@carpeta-ciudadana/cliente/apollo';
import { AccesosDocument, DocumentoDocument, type DocumentoQuery } from '@carpeta-ciudadana/cliente/operaciones';
import { useAccesos, useDocumento, useEliminarDocumento, useNovedades } from '../src/index.js';
import { gate } from './held.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

describe('useDocumento', () => {
  it('shows a document, and a correction of it', async () => {
    const id = await upload('Antes');
    const { result } = openTab().render(() => useDocumento(id));
    await soon(() => expect(result.current.documento?.titulo).toBe('Antes'));
    const { valor } = await result.current.corregir(result.current.documento!.version, { titulo: 'Después' });
    expect(valor).toMatchObject({ titulo: 'Después', version: 2 });
    await soon(() => expect(result.current.documento).toMatchObject({ titulo: 'Después', version: 2 }));
  });

  it('shows what somebody else made of it, beside what the person typed', async () => {
    const id = await upload('De dos');
    const { result } = openTab().render(() => useDocumento(id));
    await soon(() => expect(result.current.documento?.version).toBe(1));
    await result.current.corregir(1, { titulo: 'De la otra' });
    const { falla } = await result.current.corregir(1, { titulo: 'De la una' });
    expect(falla).toMatchObject({ codigo: 'DOCUMENTO_CAMBIADO', cambiado: { titulo: 'De la otra', version: 2 } });
  });

  it('says field by field what is wrong', async () => {
    const id = await upload('Con título');
    const { result } = openTab().render(() => useDocumento(id));
    const { falla } = await result.current.corregir(1, { titulo: '' });
    expect(falla?.campos?.[0]?.campo).toMatch(/titulo/);
  });

  it('gives the link of what is done, and the trail has one look of that kind', async () => {
    const id = await upload('Con archivo');
    const { result } = openTab().render(() => useDocumento(id));
    for (const [para, looks] of [
      ['ver', ['documento.visto']],
      ['descargar', ['documento.descargado', 'documento.visto']],
    ] as const) {
      const { valor: url } = await result.current.pedirEnlace(para);
      expect(await (await fetch(url!)).text()).toMatch(/^un documento/);
      await soon(async () => expect(await looksAt(id)).toEqual(looks));
    }
  });

  it('says why there is no link, as it says why there is no correction', async () => {
    const { result } = openTab({ url: 'http://127.0.0.1:9/graphql', timing: { firstPause: 1, longestPause: 2 } }).render(() => useDocumento('D'));
    expect((await result.current.pedirEnlace('ver')).falla?.codigo).toBe('RED');
    expect((await result.current.corregir(1, { titulo: 'Otro' })).falla?.codigo).toBe('RED');
  });

  it('says that there is no document of which a link is wanted', async () => {
    const id = await upload('Sin enlace');
    const { result, rerender } = openTab().render((chosen: string | null) => useDocumento(chosen), null as string | null);
    expect((await result.current.pedirEnlace('ver')).falla?.codigo).toBe('NOT_FOUND');
    await openTab().render(() => useEliminarDocumento({ ventana: 0 })).result.current.eliminar(id);
    rerender(id);
    await soon(async () => expect((await result.current.pedirEnlace('ver')).falla?.codigo).toBe('NOT_FOUND'));
  });

  it('says that a document in the bin has no link', async () => {
    const id = await upload('En la papelera');
    await openTab().render(() => useEliminarDocumento({ ventana: 600 })).result.current.eliminar(id);
    const { result } = openTab().render(() => useDocumento(id));
    for (const para of ['ver', 'descargar'] as const) expect((await result.current.pedirEnlace(para)).falla?.codigo).toBe('NOT_FOUND');
  });

  it('asks for none as long as nobody has chosen one', async () => {
    const id = await upload('Elegido');
    const { result, rerender } = openTab().render((chosen: string | null) => useDocumento(chosen), null as string | null);
    expect(result.current).toMatchObject({ documento: undefined, cargando: false, noExiste: false, falla: undefined });
    await result.current.recargar();
    rerender(id);
    await soon(() => expect(result.current.documento?.titulo).toBe('Elegido'));
    rerender(null);
    expect(result.current).toMatchObject({ documento: undefined, noExiste: false });
  });

  it('is loaded again when somebody asks for it', async () => {
    const id = await upload('Visto antes');
    const { result } = openTab().render(() => useDocumento(id));
    await soon(() => expect(result.current.documento?.version).toBe(1));
    await openTab().render(() => useDocumento(id)).result.current.corregir(1, { titulo: 'Visto después' });
    await result.current.recargar();
    await soon(() => expect(result.current.documento?.titulo).toBe('Visto después'));
  });

  it('notices that it was deleted in another tab', async () => {
    const id = await upload('Se va');
    const { result } = openTab().render(() => ({ documento: useDocumento(id), novedades: useNovedades() }));
    await soon(() => expect(result.current.documento.documento).toBeDefined());
    await soon(() => expect(result.current.novedades.conexion).toBe('conectada'));
    await openTab().render(() => useEliminarDocumento({ ventana: 0 })).result.current.eliminar(id);
    await soon(() => expect(result.current.documento.noExiste).toBe(true));
    expect(result.current.documento.documento).toBeUndefined();
  });

  it('does not show it again when an answer comes late', async () => {
    const id = await upload('Se fue');
    const { client, render } = openTab();
    const { data: late } = await client.apollo.query({ query: DocumentoDocument, variables: { id }, fetchPolicy: 'no-cache' });
    const { result } = render(() => useDocumento(id));
    await soon(() => expect(result.current.documento).toBeDefined());
    forgetDocumento(client.apollo.cache, id);
    await soon(() => expect(result.current.noExiste).toBe(true));
    client.apollo.writeQuery({ query: DocumentoDocument, variables: { id }, data: late as DocumentoQuery });
    const other = render(() => useDocumento(id)); // it reads what the cache has now
    await soon(() => expect(other.result.current.noExiste).toBe(true));
    expect(result.current.documento).toBeUndefined();
  });
});

describe('useAccesos', () => {
  it('has a look that came between the list and its subscription', async () => {
    const id = await upload('Visto entretanto');
    const tab = openTab();
    const { follow } = tab.client.follower;
    const later = gate();
    tab.client.follower.follow = (...args) => {
      let stop: (() => void) | undefined = () => {};
      void later.opened.then(() => (stop &&= follow(...args)));
      return () => {
        stop?.();
        stop = undefined;
      };
    };
    const { result } = tab.render(() => useAccesos());
    await soon(() => expect(result.current.cargando).toBe(false));
    const before = result.current.accesos[0]?.eventoId;
    await openTab().render(() => useDocumento(id)).result.current.pedirEnlace('ver');
    await soon(async () => expect(await newestLook()).not.toBe(before));
    later.open();
    await soon(() => expect(result.current.accesos[0]?.eventoId).not.toBe(before));
  });

  it('has a look of now on top, once', async () => {
    const id = await upload('Visto');
    const tab = openTab();
    const { result } = tab.render(() => useAccesos());
    await soon(() => expect(tab.client.follower.state.get()).toBe('conectada'));
    await soon(() => expect(result.current.cargando).toBe(false));
    const looker = openTab().render(() => useDocumento(id));
    await looker.result.current.pedirEnlace('ver');
    await soon(() => expect(result.current.accesos[0]).toMatchObject({ propio: true, tipo: expect.stringMatching(/^documento\./) }));
    const events = result.current.accesos.map(({ eventoId }) => eventoId);
    expect(new Set(events).size).toBe(events.length);
  });
});

/** The kinds of the looks at a document that the trail has now, the newest first; that its file was sent is another matter. */
async function looksAt(id: string) {
  const query = gql`query Miradas($id: ID!) { node(id: $id) { ... on Documento { accesos(first: 20) { nodes { tipo } } } } }`;
  const { data } = await openTab().client.apollo.query<{ node: { accesos: { nodes: { tipo: string }[] } } }>({ query, variables: { id }, fetchPolicy: 'no-cache' });
  return data!.node.accesos.nodes.map(({ tipo }) => tipo).filter((tipo) => tipo !== 'archivo.servido');
}

/** As the server has it now. */
async function newestLook() {
  const { data } = await openTab().client.apollo.query({ query: AccesosDocument, variables: { first: 1 }, fetchPolicy: 'no-cache' });
  return data!.miCarpeta!.accesos!.edges[0]?.node.eventoId;
}
