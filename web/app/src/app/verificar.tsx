import { lazy } from 'react';

/** The screen that verifies, with its cryptography: for those who are signed in, and for everybody else. */
export const VerificarPage = lazy(() => import('../features/verificar/verificar-page').then((m) => ({ default: m.VerificarPage })));
