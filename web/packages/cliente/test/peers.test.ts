import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PACKAGES = new URL('../../', import.meta.url).pathname;
const peersOf = (name: string) => (JSON.parse(readFileSync(`${PACKAGES}${name}/package.json`, 'utf8')) as { peerDependencies: Record<string, string> }).peerDependencies;

/** What of React came after its 19.0. */
const SINCE: Record<string, string> = { useEffectEvent: '^19.2.0' };

it('lets no React in that lacks what the hooks import: npm would install it, and the page would not start', () => {
  const sources = readdirSync(`${PACKAGES}react/src`).map((file) => readFileSync(`${PACKAGES}react/src/${file}`, 'utf8'));
  const imported = sources.flatMap((source) => /import \{([^}]*)\} from 'react';/.exec(source)?.[1]?.split(',') ?? []).map((name) => name.trim());
  expect(imported).toContain('useState');
  const needed = imported.map((name) => SINCE[name]).find(Boolean) ?? '^19.0.0';
  expect(peersOf('react')).toMatchObject({ react: needed, 'react-dom': needed });
});

it('lets both releases of Relay in', () => expect(peersOf('cliente')['relay-runtime']).toBe('^20.0.0 || ^21.0.0'));
