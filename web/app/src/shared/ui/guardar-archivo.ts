/** Gives a text to the person as a file, byte by byte as it is. */
export const guardarArchivo = (nombre: string, texto: string): void => guardarBlob(nombre, new Blob([texto], { type: 'application/octet-stream' }));

export function guardarBlob(nombre: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it after the click
}
