/** The day where the person is, as 2026-05-03. */
export const hoy = (): string => new Date().toLocaleDateString('en-CA');
