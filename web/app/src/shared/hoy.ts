/** The zone of the service, in which the server judges days: /config.json names it. */
let zona = 'America/Bogota';

export function diasDe(deServicio = zona): void {
  zona = deServicio;
}

/** The day of the service, as 2026-05-03, wherever the person is. */
export const hoy = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: zona, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date());
