// A plugin of GraphQL Code Generator, after `typescript`: the arguments of each field of Query and Mutation, by its name.
export function plugin(schema) {
  const roots = [schema.getQueryType(), schema.getMutationType()].map((type) => {
    const fields = Object.values(type.getFields()).map(({ name, args }) => {
      return `    ${name}: ${args.length > 0 ? `${type.name}${name[0].toUpperCase()}${name.slice(1)}Args` : 'object'};`;
    });
    return `  ${type.name}: {\n${fields.join('\n')}\n  };`;
  });
  return `export type Argumentos = {\n${roots.join('\n')}\n};\n`;
}
