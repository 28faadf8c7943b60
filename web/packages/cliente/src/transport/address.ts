/**
 * An address as it is asked, by the page of this moment. Where a page is made there is none: who gives no `url` may make
 * a client there, and asks for nothing.
 */
export function absolute(url: string): string {
  try {
    return new URL(url, globalThis.location?.href).href;
  } catch {
    throw new Error(`There is no page here: ${url} has to be absolute.`);
  }
}
