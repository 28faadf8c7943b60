import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Kind, visit, type DocumentNode, type FieldNode } from 'graphql';

/** Scalars of the API as they come over the wire, plainly. */
export const SCALARS = {
  UUID: { input: 'string', output: 'string' },
  DateTime: { input: 'string', output: 'string' },
  Duracion: { input: 'string', output: 'string' },
  Instante: { input: 'string', output: 'string' },
  Long: { input: 'number', output: 'number' },
  ID: { input: 'string', output: 'string' },
} as const;

/**
 * Scalars by the types that a module exports. What is read is one of them, and is a string or a number too; what is sent
 * may be any string, but for a duration: one without its unit would be refused.
 */
const scalarsOf = (module: string) => ({
  ...SCALARS,
  UUID: { input: 'string', output: `${module}#UUID` },
  DateTime: { input: 'string', output: `${module}#DateTime` },
  Duracion: { input: `${module}#Duracion`, output: `${module}#Duracion` },
  Long: { input: 'number', output: `${module}#Long` },
});

export interface CodegenOptions {
  /** Address of the schema: that of this package if absent. */
  schema?: string;
  /** Where the operations are, as globs. */
  documents: string | string[];
  /** The folder that is written, with a slash at its end. */
  output: string;
  /** Where the types of scalars are imported from: this package. */
  scalars?: string;
}

/** Beside this module, as a path of the disk: C:/… on Windows. */
const OWN_SCHEMA = decodeURIComponent(new URL('./schema.graphql', import.meta.url).pathname).replace(/^\/(?=[A-Za-z]:)/, '');

/**
 * A configuration of GraphQL Code Generator for an application on this kit: typed documents with masked fragments (as
 * Apollo Client masks them) that ask for `__typename`, typed scalars, and a manifest of the operations for
 * `CARPETA_TRUSTED_MANIFEST`.
 */
export function codegen({ schema = OWN_SCHEMA, documents, output, scalars: module = '@carpeta-ciudadana/cliente' }: CodegenOptions) {
  return {
    schema,
    documents,
    generates: {
      [output]: {
        preset: 'client' as const,
        documentTransforms: [withTypenames],
        presetConfig: {
          fragmentMasking: false, // Apollo Client masks by itself: no wrapper function is needed
          persistedDocuments: { hashAlgorithm: (text: string) => bytesToHex(sha256(utf8ToBytes(asSent(text)))) },
        },
        config: {
          scalars: scalarsOf(module),
          strictScalars: true,
          useTypeImports: true,
          enumsAsTypes: true,
          inlineFragmentTypes: 'mask',
          customDirectives: { apolloUnmask: true },
          nonOptionalTypename: true,
          skipTypeNameForRoot: true,
          emitLegacyCommonJSImports: false,
          importExtension: '.js' as const,
        },
        hooks: {
          beforeOneFileWrite: (path: string, content: string) => (path.endsWith('persisted-documents.json') ? asSent(content) : content),
        },
      },
    },
  };
}

/**
 * Each object is asked for its type, by which a cache knows it. Where operations are named by their hashes, Apollo Client
 * can add nothing to them.
 */
const withTypenames = {
  transform<File extends { document?: DocumentNode }>({ documents }: { documents: File[] }): File[] {
    return documents.map((file) => (file.document ? { ...file, document: askingForTypes(file.document) } : file));
  },
};

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

function askingForTypes(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node, _key, parent) {
      const isRoot = parent !== undefined && 'operation' in parent && parent.operation === 'subscription'; // it has one field only
      const asks = node.selections.some((one) => one.kind === Kind.FIELD && one.name.value === '__typename');
      return isRoot || asks ? undefined : { ...node, selections: [TYPENAME, ...node.selections] };
    },
  });
}

/** Apollo Client takes this directive of its own out of what it sends. */
function asSent(text: string) {
  return text.replace(/ @unmask\b/g, '');
}
