/*
 * Scalars of the API as they come over the wire. Each is a text or a number, and is used as any other; but a moment is not
 * taken for an identifier, and a time without a unit for a time.
 */

/** RFC 9562: '0190a1b2-…', 36 characters. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;
/** A moment of RFC 3339: '2026-01-01T12:00:00Z'. */
export type DateTime = `${string}-${string}-${string}T${string}`;
/** How long ago, a whole number and its unit: '30m', '24h', '7d'. */
export type Duracion = `${number}${'s' | 'm' | 'h' | 'd'}`;
/** A whole number that GraphQL's Int has no room for. */
export type Long = number;
