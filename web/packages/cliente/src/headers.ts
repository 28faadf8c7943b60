/**
 * What each request says beside its token; a function is asked for each. Carpeta-Proposito and Carpeta-Base-Legal, for
 * those that act for others; Accept-Language (es, en), in which the server says what it refuses. A socket has members of
 * these names in connection_init, and keeps what it said.
 */
export type RequestHeaders = Record<string, string> | (() => Record<string, string>);

/** The headers of this moment. */
export const headersNow = (headers: RequestHeaders): Record<string, string> => (typeof headers === 'function' ? headers() : headers);
