// The licences that Vite's list (build.license) leaves out: of packages that only a worker bundles, and of files that a page
// takes as they are. A page that has anything of others without a licence is not built.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LIST = 'licencias.md';
const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.+)$/;

/**
 * The plugins of a page and of its workers. `parts` are what lies in a package under a licence of its own: its file, the
 * licence, and the names of files with its text, or the text itself; `notices` are files that a package asks to hand on.
 */
export function licences({ parts = [], notices = [] } = {}) {
  const packages = new Map(); // folder → name
  const copied = new Map(); // file of the page → file of a package
  let root;

  const packageOf = (id) => {
    const found = PACKAGE.exec(id.replace(/^\0/, '').replace(/\?.*$/, ''));
    if (found) packages.set(found[1], found[2]);
    return found && `${found[2]}/${found[3]}`;
  };
  const collect = (bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.moduleIds.forEach(packageOf);
      else for (const name of file.originalFileNames ?? []) {
        const from = packageOf(resolve(root, name));
        if (from && !file.fileName.endsWith('.css')) copied.set(file.fileName, from);
      }
    }
  };
  const resolved = (config) => { root = config.root; };

  return {
    worker: () => ({ name: 'licences-of-workers', configResolved: resolved, generateBundle: (_, bundle) => collect(bundle) }),
    page: {
      name: 'licences',
      configResolved: resolved,
      generateBundle: (_, bundle) => collect(bundle),
      writeBundle: { order: 'post', handler({ dir }) { appendFileSync(join(dir, LIST), missing(readFileSync(join(dir, LIST), 'utf8'))); } },
    },
  };

  /** What is to be added to the list. */
  function missing(list) {
    const said = new Set([...list.matchAll(/^## (\S+) - (\S+) \(.+\)$/gm)].map(([, name, version]) => `${name}@${version}`));
    const sections = [];
    const section = (name, version, licence, text) => sections.push(`\n## ${name} - ${version} (${licence})\n\n${text.trim()}\n`);
    for (const folder of [...packages.keys()].sort()) {
      const { name, version, license } = manifest(folder);
      if (said.has(`${name}@${version}`)) continue;
      if (!license) throw new Error(`${name} ${version}, which is bundled, names no licence`);
      said.add(`${name}@${version}`);
      section(name, version, license, textsOf(folder));
    }
    const folderOf = (file) => {
      const [folder] = [...packages].find(([, name]) => file.startsWith(`${name}/`)) ?? [];
      if (!folder) throw new Error(`${file} is of no package that the page uses`);
      return folder;
    };
    for (const { file, licence, texts, text } of parts) {
      const folder = folderOf(file);
      section(file, manifest(folder).version, licence, text ?? texts.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n'));
    }
    for (const file of notices) {
      const folder = folderOf(file);
      sections.push(`\n## ${file}\n\n${readFileSync(join(folder, PACKAGE.exec(`/node_modules/${file}`)[3]), 'utf8').trim()}\n`);
    }
    if (copied.size > 0) sections.push(`\n## Files taken as they are\n\n${[...copied].sort().map(([file, from]) => `* ${file}: ${from}\n`).join('')}`);
    return sections.join('');
  }
}

const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const textsOf = (folder) =>
  readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
