import { later } from '../shared/ui/later';

/** The screen that verifies, with its cryptography: for those who are signed in, and for everybody else. */
export const VerificarPage = later(() => import('../features/verificar/verificar-page').then((m) => m.VerificarPage));
