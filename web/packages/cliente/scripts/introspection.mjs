// A plugin of GraphQL Code Generator: what graphcache (urql) has to know of the schema, and which types have no id.
import { introspectionFromSchema, isObjectType } from 'graphql';
import { minifyIntrospectionQuery } from '@urql/introspection';

export function plugin(schema) {
  const { types, ...roots } = minifyIntrospectionQuery(introspectionFromSchema(schema)).__schema;
  const sinId = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !type.getFields().id)
    .map(({ name }) => name);
  const lines = types.map((type) => JSON.stringify(type)).join(',\n'); // a line for each: a change of the schema is seen
  return `export const sinId = ${JSON.stringify(sinId)};\n\nexport const introspection = {"__schema":{"types":[\n${lines}\n],${JSON.stringify(roots).slice(1)}};\n`;
}
