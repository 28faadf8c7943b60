/** Gives something to the person as a file, byte by byte as it is. */
export function guardarBlob(nombre: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it after the click
}

/**
 * Fetches a file by its link, which the browser saves under the name that the server gives. This page stays, whatever comes
 * of it: a link that is refused is a download that failed, or, of another origin, a tab of its own.
 */
export function descargar(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.target = '_blank'; // the browser takes no notice of `download` elsewhere
  link.rel = 'noopener';
  link.click();
}
