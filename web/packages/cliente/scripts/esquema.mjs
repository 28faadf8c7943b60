// A plugin of GraphQL Code Generator: the schema as a module, without its descriptions, for src/msw.
import { parse, print, printSchema, visit } from 'graphql';

const withoutDescription = { enter: ({ description, ...node }) => (description ? node : undefined) };

export function plugin(schema) {
  const text = print(visit(parse(printSchema(schema)), withoutDescription));
  return `export const esquema = \`\n${text.replace(/[\\`$]/g, '\\$&')}\n\`;\n`;
}
