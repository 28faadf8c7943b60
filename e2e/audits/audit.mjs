// Runs the graphql-http audits against a server and prints each that is not kept.
import { auditServer } from 'graphql-http';

const results = await auditServer({ url: process.argv[2], fetchFn: fetch });
const bad = results.filter((r) => r.status !== 'ok');
for (const r of bad) console.log(`${r.status} ${r.id} ${r.name}: ${r.reason}`);
console.log(`${results.length - bad.length} of ${results.length} audits pass`);
process.exitCode = bad.length > 0 || results.length < 60 ? 1 : 0;
