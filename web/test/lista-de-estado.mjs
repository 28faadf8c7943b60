// lista-de-estado.mjs JWKS LIST INDEX reads a status list as a wallet does, with libraries that others wrote: it prints
// the status of a bit, and who may read the list from a page.
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const [keys, list, index] = process.argv.slice(2);
const answer = await fetch(list, { headers: { Accept: 'application/statuslist+jwt' } });
const token = await answer.text();
await jwtVerify(token, createRemoteJWKSet(new URL(keys)), { typ: 'statuslist+jwt', subject: list });
console.log(getListFromStatusListJWT(token).getStatus(Number(index)), answer.headers.get('access-control-allow-origin'));
