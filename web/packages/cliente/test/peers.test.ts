import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PACKAGES = new URL('../../', import.meta.url).pathname;
const peersOf = (name: string) => (JSON.parse(readFileSync(`${PACKAGES}${name}/package.json`, 'utf8')) as { peerDependencies: Record<string, string> }).peerDependencies;

it('lets those releases of React and of Relay in with which it is tested', () => {
  expect(peersOf('react')).toMatchObject({ react: '^18.3.0 || ^19.0.0', 'react-dom': '^18.3.0 || ^19.0.0' });
  expect(peersOf('cliente')['relay-runtime']).toBe('^20.0.0 || ^21.0.0');
});
