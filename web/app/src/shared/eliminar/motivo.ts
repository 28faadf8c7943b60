import { useTextosDe } from '../i18n/i18n';

/** Why a step of a deletion failed. The server says it in Spanish, for the citizen. */
interface FallaDePaso {
  codigo: string;
  mensaje: string;
}

/** In English, where another try may help. */
const PASSING: Readonly<Record<string, string>> = {
  CONFLICT: 'The document changed while it was being erased',
  INTERNAL: 'A part of the service failed',
  RATE_LIMITED: 'A part of the service did not answer',
  UNAVAILABLE: 'A part of the service did not answer',
};

const textos = {
  es: ({ mensaje }: FallaDePaso) => mensaje,
  en: ({ codigo }: FallaDePaso, estado: string) => {
    const passing = PASSING[codigo];
    if (!passing) return 'The service does not permit this document to be erased.';
    return estado === 'INICIADA' ? `${passing}; it will be tried again.` : `${passing}, also after several tries.`;
  },
};

/** How the failure of a step is told, in the language of the page. It is no failure of what somebody asked for: useDicho is for those. */
export const useMotivo = () => useTextosDe(textos);
