import { expect, it, vi } from 'vitest';
import { useLimites, useSubida } from '../src/index.js';
import { openTab, soon, withServer } from './setup.js';

const LARGEST = 2_500_000;
withServer(async () => ({ CARPETA_UPLOAD_MAX_BYTES: String(LARGEST) }));

it('what the server takes can be told before', async () => {
  const { result } = openTab().render(() => useLimites());
  await soon(() => expect(result.current.limites).toMatchObject({ tamanoMaximo: LARGEST }));
});

it('a file that is too large is refused before it is hashed, in words that name the limit; the largest one is sent', async () => {
  const { result } = openTab().render(() => useSubida());
  const archivo = new File([new Uint8Array(LARGEST + 1)], 'grande.bin');
  const read = vi.spyOn(archivo, 'slice');
  const { fin } = result.current.subir(archivo, { titulo: 'Grande', codigoTipo: 'OTRO' });
  expect(await fin).toMatchObject({ fase: 'fallida', falla: { mensaje: expect.stringContaining('hasta 2,5 MB'), recuperacion: expect.stringMatching(/Comprímalo/) } });
  expect(read).not.toHaveBeenCalled();
  const largest = result.current.subir(new File([new Uint8Array(LARGEST)], 'justo.bin'), { titulo: 'Justo', codigoTipo: 'OTRO' });
  expect((await largest.fin).fase).toBe('lista');
});
