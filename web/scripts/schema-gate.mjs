// The gate of the schema: compares docs/schema.graphql with the schema of the last release, and refuses a change that
// would break a client (docs/cambiar.md, "A change of the API"). With --release it makes today's schema, and what the
// kit, the application and the samples ask today, those of the last release.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  TypeInfo, buildSchema, getNamedType, isAbstractType, isEnumType, isInputObjectType, isRequiredInputField, parse, visit, visitWithTypeInfo,
} from 'graphql';

const ROOT = new URL('../../', import.meta.url).pathname;
const PUBLIC = join(ROOT, 'docs/schema.graphql');
const RELEASED = join(ROOT, 'schema/publicado');

/** Who asks what, by the folder of the operations. */
const SHIPPED = {
  'the client kit': ['web/packages/cliente/src/operaciones'],
  'the application': ['web/app/src/shared/operaciones', 'web/app/src/features/operador/operaciones'],
  'the samples': ['web/explorer/src/ejemplos', 'web/ejemplos', 'docs/ejemplos'],
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) await (process.argv.includes('--release') ? release() : gate());

async function gate() {
  const released = JSON.parse(await readFile(join(RELEASED, 'operaciones.json'), 'utf8'));
  const problems = await breaks({
    before: await schemaOf(join(RELEASED, 'schema.graphql')),
    after: await schemaOf(PUBLIC),
    asks: [...(await shipped()), ...released],
    table: await deprecations(),
  });
  if (problems.length === 0) return;
  console.error('The schema breaks clients of the last release:');
  for (const problem of problems) console.error(`  ${problem}.`);
  console.error('Add the new form beside the old one, and give the old one @deprecated and a row in schema/obsoletos.tsv (docs/cambiar.md).');
  process.exit(1);
}

/**
 * A sentence for each change that hurts somebody, and for each deprecation that the table lacks.
 * `asks` is what ships: who, and the text; `table` has the version since when a coordinate is deprecated.
 */
export async function breaks({ before, after, asks, table }) {
  const users = usersOf(before, asks);
  const problems = [...missingRows(after, table)];
  for (const change of await diff(before, after)) {
    if (!isBreak(change)) continue;
    const hurt = [change.path, parent(change)].flatMap((at) => [...(users.get(at) ?? [])]);
    if (hurt.length > 0) problems.push(`${change.path}: ${change.message}. It would hurt ${[...new Set(hurt)].join(', ')}`);
    else if (!isAnnounced(before, isDefault(change) ? parent(change) : change.path, table))
      problems.push(`${change.path}: ${change.message}. It would hurt clients that nobody here knows: the last release did not say @deprecated, or schema/obsoletos.tsv has no row`);
  }
  return problems;
}

function isBreak(change) {
  if (change.type.startsWith('DIRECTIVE_')) return false;
  return change.criticality.level === CriticalityLevel.Breaking || isDefault(change);
}

/** Whoever leaves an argument or a field out gets something else, and @deprecated only told them to leave it out. */
function isDefault({ type }) {
  return /_DEFAULT(_VALUE)?_CHANGED$/.test(type);
}

async function release() {
  await writeFile(join(RELEASED, 'schema.graphql'), await readFile(PUBLIC, 'utf8'));
  await writeFile(join(RELEASED, 'operaciones.json'), `${JSON.stringify(await shipped(), null, 1)}\n`);
}

async function schemaOf(file) {
  return buildSchema(await readFile(file, 'utf8'));
}

/** The rows of schema/obsoletos.tsv: coordinate, version since when it is deprecated. */
async function deprecations() {
  const text = await readFile(join(ROOT, 'schema/obsoletos.tsv'), 'utf8');
  return new Map(text.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')));
}

/** What the schema calls deprecated and the table does not have. */
function* missingRows(schema, table) {
  for (const at of deprecatedIn(schema)) if (!table.has(at)) yield `${at} is @deprecated and has no row in schema/obsoletos.tsv`;
}

function* deprecatedIn(schema) {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    for (const value of isEnumType(type) ? type.getValues() : []) if (value.deprecationReason) yield `${type.name}.${value.name}`;
    for (const field of Object.values(type.getFields?.() ?? {})) {
      if (field.deprecationReason) yield `${type.name}.${field.name}`;
      for (const arg of field.args ?? []) if (arg.deprecationReason) yield `${type.name}.${field.name}.${arg.name}`;
    }
  }
}

/** A removal is announced if the last release said so of the thing, or of what it was part of, and the table has it. */
function isAnnounced(before, path, table) {
  const announced = new Set(deprecatedIn(before));
  const parts = path.split('.');
  return parts.some((_, i) => {
    const at = parts.slice(0, i + 1).join('.');
    return announced.has(at) && table.has(at);
  }) || isReachedOnlyByDeprecated(before, parts[0], announced);
}

/** A type goes with the last field that answers or takes it. */
function isReachedOnlyByDeprecated(schema, name, announced) {
  let reached = false;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || type.name === name) continue;
    if (type.getInterfaces?.().some((of) => of.name === name) || (isAbstractType(type) && schema.getPossibleTypes(type).some((of) => of.name === name))) return false;
    for (const field of Object.values(type.getFields?.() ?? {})) {
      for (const [at, of] of [[`${type.name}.${field.name}`, field], ...(field.args ?? []).map((arg) => [`${type.name}.${field.name}.${arg.name}`, arg])]) {
        if (getNamedType(of.type).name !== name) continue;
        if (!announced.has(at)) return false;
        reached = true;
      }
    }
  }
  return reached;
}

/** What a client uses that meets a change of what it does not name: who asks for a field gets its enumeration's values. */
function parent({ path, type }) {
  return /ADDED|ENUM_VALUE_REMOVED|UNION_MEMBER|(INPUT_FIELD|ARGUMENT)_TYPE|DEFAULT/.test(type) ? path.split('.').slice(0, -1).join('.') : '';
}

/** Every operation that ships: who ships it, its name and its text. */
async function shipped() {
  const all = [];
  for (const [who, folders] of Object.entries(SHIPPED)) {
    const documents = (await Promise.all(folders.map((folder) => documentsIn(join(ROOT, folder))))).flat();
    all.push(...documents.map((text) => ({ who, text })));
  }
  return all;
}

async function documentsIn(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => !/node_modules|generado/.test(file)).sort();
  return (await Promise.all(files.map((file) => documentsOf(join(folder, file))))).flat();
}

/** The GraphQL of a file: the whole of it, or each text in quotes that is GraphQL. */
async function documentsOf(file) {
  const kind = extname(file);
  if (!['.graphql', '.ts', '.tsx', '.mjs', '.sh'].includes(kind)) return [];
  const text = await readFile(file, 'utf8');
  const candidates = kind === '.graphql' ? [text] : (text.match(kind === '.sh' ? /'[^']*'/g : /`[^`]*`/g) ?? []).map((quoted) => quoted.slice(1, -1));
  return candidates.filter((it) => /\{/.test(it) && isGraphQL(it));
}

function isGraphQL(text) {
  try {
    return parse(text).definitions.every((it) => it.kind !== 'ObjectTypeDefinition');
  } catch {
    return false;
  }
}

/** Who uses what: schema coordinate ("Type", "Type.field", "Type.field.argument", "Input.field", "Enum.VALUE") to clients. */
function usersOf(schema, asks) {
  const users = new Map();
  for (const { who, text } of asks) {
    const document = parse(text);
    const names = document.definitions.map((it) => it.name?.value).filter(Boolean);
    const add = (at) => users.set(at, (users.get(at) ?? new Set()).add(`${names[0] ?? 'a query'} of ${who}`));
    const types = new TypeInfo(schema);
    visit(document, visitWithTypeInfo(types, {
      Field() {
        const [of, field] = [types.getParentType(), types.getFieldDef()];
        if (!of || !field) return;
        for (const type of [of, ...(isAbstractType(of) ? schema.getPossibleTypes(of) : [])]) add(`${type.name}.${field.name}`);
        add(getNamedType(field.type).name);
      },
      Argument() {
        const [of, field, arg] = [types.getParentType(), types.getFieldDef(), types.getArgument()];
        if (of && field && arg) add(`${of.name}.${field.name}.${arg.name}`);
      },
      ObjectValue() {
        add(getNamedType(types.getInputType())?.name);
      },
      ObjectField(node) {
        add(`${getNamedType(types.getParentInputType())?.name}.${node.name.value}`);
      },
      EnumValue(node) {
        add(`${getNamedType(types.getInputType())?.name}.${node.value}`);
      },
      Variable() {
        addNeeded(types.getInputType(), add, new Set());
      },
      NamedType(node) {
        if (!isEnumType(schema.getType(node.name.value))) add(node.name.value);
      },
    }));
  }
  return users;
}

/** A variable has what its input needs. What else it has, and which value of an enumeration, its operation does not say. */
function addNeeded(type, add, seen) {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || seen.has(named)) return;
  seen.add(named);
  add(named.name);
  for (const field of Object.values(named.getFields()).filter(isRequiredInputField)) {
    add(`${named.name}.${field.name}`);
    addNeeded(field.type, add, seen);
  }
}
