// node papers.mjs FOLDER — writes the papers of a person as they lie on a disk: a PDF, a picture and a text.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from './pdfs.mjs';

const [, , folder] = process.argv;
const ours = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const notary = join(folder, 'Notaría 5');
mkdirSync(notary, { recursive: true });
writeFileSync(join(notary, 'Escritura de la casa.pdf'), pages(2));
copyFileSync(ours('docs/img/documentos.png'), join(folder, 'Señal de mi pantalla.png'));
copyFileSync(ours('LICENSE'), join(folder, 'Licencia que firmé.txt'));
