/** The zone of the service, in which the server judges days: /config.json names it. */
let zona = 'America/Bogota';

export function diasDe(deServicio = zona): void {
  zona = deServicio;
}

/** The day of a moment in a zone, as 2026-05-03. */
export const diaEn = (timeZone: string, momento: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(momento);

/** The day of the service, wherever the person is. */
export const hoy = (): string => diaEn(zona, new Date());
