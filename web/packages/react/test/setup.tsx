import { createCarpetaClient, type CarpetaClient, type CarpetaOptions } from '@carpeta-ciudadana/cliente/apollo';
import { renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import type { Server } from '../../../test/server.js';
import { CarpetaProvider } from '../src/index.js';

const clients: CarpetaClient[] = [];

/** A tab of the demo citizen, or of another one. */
export function openTab(server: Server, options: Partial<CarpetaOptions> = {}) {
  const token = server.token();
  const client = createCarpetaClient({ url: server.url, token: () => token, ...options });
  clients.push(client);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <CarpetaProvider cliente={client}>{children}</CarpetaProvider>
    </StrictMode>
  );
  return {
    client,
    render: <Props, Value>(hook: (props: Props) => Value, initialProps?: Props) => renderHook(hook, { wrapper, ...(initialProps !== undefined && { initialProps }) }),
  };
}

export function closeTabs() {
  for (const client of clients.splice(0)) client.close();
}
