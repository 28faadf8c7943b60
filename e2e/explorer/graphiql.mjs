// GraphiQL as a person uses it: choose a tab, fill in variables, press the button, read the answer.

import { PACIENCIA } from './navegador.mjs';

const EJECUTAR = { name: /^(Execute query|Stop query)/ };

export class Graphiql {
  #pagina;
  /** Frames of all sockets of this page, parsed, as {de: 'cliente' | 'servidor', type, payload}. */
  tramas = [];

  constructor(pagina) {
    this.#pagina = pagina;
    pagina.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.tramas.push({ de: 'cliente', ...JSON.parse(payload) }));
      socket.on('framereceived', ({ payload }) => this.tramas.push({ de: 'servidor', ...JSON.parse(payload) }));
    });
  }

  async abrir(url) {
    const respuesta = await this.#pagina.goto(url);
    // The editors are ready, and the answer to the introspection has arrived.
    await this.#pagina.locator('.graphiql-query-editor .view-line').first().waitFor();
    await this.#pagina.locator('.graphiql-response .monaco-editor').waitFor();
    return respuesta;
  }

  async pestana(titulo) {
    await this.#pagina.getByRole('tablist').getByText(titulo, { exact: true }).click();
    await this.#pagina.waitForFunction(
      (nombre) => [...window.__MONACO.editor.getModels()].some((m) => m.uri.path.endsWith('.graphql') && m.getValue().includes(` ${nombre}(`)),
      titulo,
    );
  }

  /** Waits for the tab to take the new value over (GraphiQL does so after a pause in typing). */
  async variables(cambios) {
    await this.#pagina.evaluate((nuevas) => {
      const modelo = window.__MONACO.editor.getModels().find((m) => m.uri.path.endsWith('variables.json'));
      modelo.setValue(JSON.stringify({ ...JSON.parse(modelo.getValue() || '{}'), ...nuevas }, null, 2));
    }, cambios);
    const guardadas = ([clave, valor]) => {
      const { tabs, activeTabIndex } = JSON.parse(sessionStorage.getItem('graphiql:tabState') ?? '{"tabs":[]}');
      return JSON.parse(tabs[activeTabIndex]?.variables || '{}')[clave] === valor;
    };
    for (const cambio of Object.entries(cambios)) await this.#pagina.waitForFunction(guardadas, cambio);
  }

  leerVariables() {
    return this.#modelo('variables.json').then((texto) => JSON.parse(texto));
  }

  leerEncabezados() {
    return this.#modelo('request-headers.json').then((texto) => JSON.parse(texto || '{}'));
  }

  ejecutar() {
    return this.#pagina.getByRole('button', EJECUTAR).click();
  }

  /** Runs a query or mutation and returns its data, once the page shows the answer. */
  async pedir() {
    const llegada = this.#pagina.waitForResponse((r) => r.request().method() === 'POST' && r.url().endsWith('/graphql'));
    await this.ejecutar();
    const { data, errors } = await (await llegada).json();
    if (errors) throw new Error(`GraphQL errors: ${JSON.stringify(errors)}`);
    await this.#pagina.waitForFunction(
      (esperado) => window.__MONACO.editor.getModels().some((m) => {
        if (!m.uri.path.endsWith('response.json')) return false;
        try { return JSON.stringify(JSON.parse(m.getValue()).data) === esperado; } catch { return false; }
      }),
      JSON.stringify(data),
    );
    return data;
  }

  /** Waits until the answer's editor shows a text. */
  muestra(texto) {
    return this.#pagina.waitForFunction(
      (buscado) => window.__MONACO.editor.getModels().some((m) => m.uri.path.endsWith('response.json') && m.getValue().includes(buscado)),
      texto,
    );
  }

  /** The payloads the server has sent for `campo`, in order. */
  mensajes(campo) {
    return this.tramas.flatMap((t) => (t.de === 'servidor' && t.type === 'next' ? (t.payload.data?.[campo] ?? []) : []));
  }

  /** Waits until `condicion()` holds; new frames are what can make it true. */
  async hasta(descripcion, condicion, plazo = PACIENCIA) {
    const fin = Date.now() + plazo;
    while (!(await condicion())) {
      if (Date.now() > fin) throw new Error(`waited ${plazo} ms in vain for: ${descripcion}`);
      await this.#pagina.waitForTimeout(20);
    }
  }

  async #modelo(sufijo) {
    return this.#pagina.evaluate(
      (final) => window.__MONACO.editor.getModels().find((m) => m.uri.path.endsWith(final))?.getValue() ?? '', sufijo);
  }
}
