import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { HANG } from '../../test/patience.js';
import { VerificarPage } from '../src/features/verificar/verificar-page';
import { LanguageProvider } from '../src/shared/i18n/i18n';
import { ended, fileOf, sealed } from './receipt';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** What citizens never read, but where a specialist asks for it. */
const TECHNICAL = /\b(saga|nodo|llave|evento|redrive|cursor|hash|key|event)s?\b/i;

interface Chosen {
  files: Uint8Array[];
  /** What this service publishes; without it, it does not answer. */
  published?: string;
  lengua?: 'es' | 'en';
}

/** Chooses files on the screen, and reads what it says of them, without what is closed. */
async function said({ files, published, lengua = 'es' }: Chosen): Promise<string> {
  localStorage.setItem('carpeta.lengua', lengua);
  vi.stubGlobal('fetch', () => (published === undefined ? Promise.reject(new TypeError('offline')) : Promise.resolve(new Response(published))));
  const { container } = render(
    <LanguageProvider>
      <VerificarPage />
    </LanguageProvider>,
  );
  await screen.findByText(lengua === 'es' ? 'Verificar un documento o una constancia' : 'Verify a document or a receipt', {}, { timeout: HANG });
  const chosen = files.map((bytes, i) => new File([bytes as BlobPart], `archivo-${i}`));
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: chosen } });
  const verdict = await waitFor(() => screen.getByRole('region', { name: /^Result/ }), { timeout: HANG });
  const shown = container.cloneNode(true) as HTMLElement;
  shown.querySelectorAll('details > :not(summary)').forEach((one) => one.remove());
  expect(shown.textContent).not.toMatch(TECHNICAL);
  expect(verdict.querySelector('summary')?.textContent).toBe(lengua === 'es' ? 'Prueba técnica' : 'Technical proof');
  return verdict.querySelector('.nota, .aviso')?.textContent ?? '';
}

const receipt = sealed(ended());

it('says in a sentence what was erased, when, at whose request, and that nobody changed it', async () => {
  const text = await said({ files: [fileOf(receipt)], published: receipt.llaves });
  expect(text).toMatch(/^Esta constancia es auténticaEl 1 de enero de 2026 se eliminó para siempre un documento \(de tipo «Diploma», 34 kB\), a petición de la persona dueña de la carpeta\. La firmó este servicio, y nadie la ha cambiado desde entonces\.$/);
});

it('says it in English, with an approval, and of a document that nobody remembers', async () => {
  const approved = sealed(ended({ aprobacion: 'APROBADA', tipoDocumento: undefined, bytes: undefined }));
  const text = await said({ files: [fileOf(approved)], published: approved.llaves, lengua: 'en' });
  expect(text).toMatch(/^This receipt is genuineOn 1 January 2026 a document was erased for ever, at the request of the person whose folder it is and with the approval of the operador who keeps the folder\. This service signed it, and nobody has changed it since\.$/);
});

it('does not call a receipt genuine that another signed', async () => {
  const text = await said({ files: [fileOf(receipt)], published: sealed(ended(), { seed: 2 }).llaves });
  expect(text).toMatch(/^Este servicio no firmó esta constancia/);
  expect(text).not.toContain('auténtica');
});

it('says that it cannot know who signed without the service, and tries again', async () => {
  expect(await said({ files: [fileOf(receipt)] })).toMatch(/^Falta saber quién firmó esta constancia/);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(receipt.llaves)));
  fireEvent.click(screen.getByRole('button', { name: 'Comprobar de nuevo' }));
  await screen.findByText('Esta constancia es auténtica', {}, { timeout: HANG });
});

it('says of another event that it is genuine, and nothing of a deletion', async () => {
  const look = sealed({ tipo: 'documento.visto', momento: '2026-01-01T00:00:00.000Z', operadorId: 'op-1' });
  expect(await said({ files: [fileOf(look)], published: look.llaves })).toMatch(/^Esta prueba es auténticaLo que dice quedó registrado/);
});

it.each([
  ['lo que cuenta no es lo que se firmó', [fileOf({ ...receipt, evento: receipt.evento.replace('DIPLOMA', 'FACTURA') })]],
  ['la parte que demuestra lo que dice cambió', [fileOf({ ...receipt, prueba: receipt.prueba.slice(0, -1) })]],
  ['la parte que dice quién la firmó cambió', [fileOf({ ...receipt, llaves: receipt.llaves.replace('+', '-') })]],
  ['la firma no es de quien dice', [fileOf({ ...receipt, llaves: sealed(ended(), { seed: 2 }).llaves })]],
  ['está cortado o dañado', [fileOf(receipt).subarray(0, 300)]],
  ['Falta una parte', [new TextEncoder().encode(receipt.evento)]],
  ['Elija una sola constancia', [fileOf(receipt), fileOf(receipt)]],
  ['«constancia-….json»', [Uint8Array.of(0xff, 0xd8, 0xff)]],
  ['«constancia-….json»', [new Uint8Array(1 << 20)]],
])('refuses in plain words: %s', async (words, files) => {
  expect(await said({ files, published: receipt.llaves })).toContain(words);
});
