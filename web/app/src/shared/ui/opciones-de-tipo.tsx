import type { TipoDeDocumento } from '@carpeta-ciudadana/react';

/** Kinds to choose from, those that are about the same together. */
export function OpcionesDeTipo({ tipos }: { tipos: TipoDeDocumento[] }) {
  const contextos = [...new Set(tipos.map(({ contexto }) => contexto))];
  return contextos.map((contexto) => (
    <optgroup key={contexto} label={contexto}>
      {tipos
        .filter((tipo) => tipo.contexto === contexto)
        .map(({ codigo, nombre }) => (
          <option key={codigo} value={codigo}>
            {nombre}
          </option>
        ))}
    </optgroup>
  ));
}
