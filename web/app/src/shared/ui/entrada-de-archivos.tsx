import type { Ref } from 'react';

/** The browser's chooser of files: a button clicks it. The same file again is a choice too. */
export function EntradaDeArchivos({ ref, elegir }: { ref: Ref<HTMLInputElement>; elegir: (files: File[]) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) elegir(files);
      }}
    />
  );
}
