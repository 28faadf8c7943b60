/** What the server says of itself: /config.json. */
export interface Settings {
  graphqlPath: string;
  /** Of the demonstration, and only on the machine where it runs. */
  token?: string;
}

export async function readSettings(): Promise<Settings> {
  const answer = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`/config.json: ${answer.status}`);
  return (await answer.json()) as Settings;
}
