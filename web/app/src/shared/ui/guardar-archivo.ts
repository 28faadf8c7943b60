/** Gives a text to the person as a file, byte by byte as it is. */
export function guardarArchivo(nombre: string, texto: string): void {
  const url = URL.createObjectURL(new Blob([texto], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser reads it after the click
}
