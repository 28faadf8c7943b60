/** A file that somebody chose; with its handle, where the browser gives one. */
export interface ArchivoElegido {
  archivo: File;
  /** Given to `subir`, it lets an upload go on after a reload without choosing the file again. */
  manejador?: FileSystemFileHandle;
}

/** Chromium's chooser of files, which lib.dom does not know. */
type Chooser = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;

function chooser(): Chooser | undefined {
  return (globalThis as { showOpenFilePicker?: Chooser }).showOpenFilePicker;
}

/** Whether `elegirArchivos` works here. Elsewhere an `<input type="file">` does. */
export function puedeElegir(): boolean {
  return chooser() !== undefined;
}

/** Lets the person choose files, when they have just pressed something; none if they thought better of it. */
export async function elegirArchivos(): Promise<ArchivoElegido[]> {
  try {
    const handles = (await chooser()?.({ multiple: true })) ?? [];
    return await Promise.all(handles.map(async (manejador) => ({ archivo: await manejador.getFile(), manejador })));
  } catch (cause) {
    if ((cause as Error | null)?.name === 'AbortError') return [];
    throw cause;
  }
}
