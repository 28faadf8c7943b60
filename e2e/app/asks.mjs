// What somebody asks the API without a page.
import assert from 'node:assert/strict';

/** The data of an answer without errors. */
export async function asks(base, token, query, variables = {}) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const answer = await fetch(new URL('/graphql', base), { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await answer.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}
