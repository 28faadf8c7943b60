import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useConstancia, useEliminarDocumento, useProgresoEliminacion, usePrueba } from '../src/index.js';
import { openTab, soon, withServer } from './setup.js';
import { upload } from './upload.js';

withServer();

/** Deletes a document; returns the eventoId, when it is gone if `ventana` is 0. */
async function erases(titulo: string, ventana: number): Promise<string> {
  const id = await upload(titulo);
  const tab = openTab();
  const deletion = tab.render(() => useEliminarDocumento({ ventana })).result;
  const { valor } = await act(() => deletion.current.eliminar(id));
  const { eventoId } = valor!;
  if (ventana > 0) return eventoId;
  const { result } = tab.render(() => useProgresoEliminacion(eventoId));
  await soon(() => expect(result.current.avance?.estado).toBe('COMPLETADA'));
  return eventoId;
}

it('is a file that the program verifies without a server', async () => {
  const eventoId = await erases('Se va con constancia', 0);
  const { result } = openTab().render(() => useConstancia(eventoId, { titulo: 'Se va con constancia' }));
  expect(result.current).toMatchObject({ archivo: undefined, cargando: false, falla: undefined });
  let asked: ReturnType<typeof result.current.pedir>[] = [];
  act(() => void (asked = [result.current.pedir(), result.current.pedir()]));
  expect(result.current.cargando).toBe(true);
  const [first, second] = await act(() => Promise.all(asked));
  expect(second).toBe(first);
  const archivo = first!.valor!;
  expect(archivo.name).toMatch(/^constancia-\d{4}-\d\d-\d\d-se-va-con-constancia\.json$/);
  expect(result.current).toMatchObject({ archivo, cargando: false, falla: undefined });

  const folder = mkdtempSync(join(tmpdir(), 'carpeta-constancia-'));
  try {
    writeFileSync(join(folder, archivo.name), await archivo.text());
    const { stdout } = await promisify(execFile)(process.env['CARPETA_BIN'] as string, ['auditoria', 'verificar', `--constancia=${archivo.name}`], { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } });
    expect(stdout).toContain(eventoId);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('says why there is none, and is asked for again', async () => {
  const eventoId = await erases('No se va todavía', 600);
  const { result } = openTab().render(() => useConstancia(eventoId));
  expect((await act(() => result.current.pedir())).falla?.codigo).toBe('NOT_FOUND');
  expect(result.current).toMatchObject({ archivo: undefined, cargando: false, falla: { codigo: 'NOT_FOUND' } });
  let again: Promise<unknown> = Promise.resolve();
  act(() => void (again = result.current.pedir()));
  expect(result.current).toMatchObject({ cargando: true, falla: undefined });
  await act(() => again);
});

it('says that what is asked for is not there', async () => {
  const { result } = openTab().render(() => usePrueba({ clave: 'no hay', nombre: () => 'nada.json', consultar: async () => null }));
  expect((await act(() => result.current.pedir())).falla?.codigo).toBe('NOT_FOUND');
});
