import { isEnumType, isListType, isNonNullType, isScalarType, type GraphQLResolveInfo } from 'graphql';

const SCALARS: Record<string, unknown> = {
  Boolean: false,
  DateTime: '2026-01-01T12:00:00Z',
  Duracion: '1h',
  Float: 0,
  Instante: '2026-01-01T12:00:00Z',
  Int: 0,
  Long: 0,
  String: '',
};

/** The plainest value that a field may have: null, no rows, the first of an enumeration. */
export function plainest({ returnType, parentType, schema }: GraphQLResolveInfo, source: unknown): unknown {
  const mustAnswer = parentType === schema.getMutationType(); // without an answer a mutation has failed
  if (!isNonNullType(returnType) && !mustAnswer) return null;
  const type = isNonNullType(returnType) ? returnType.ofType : returnType;
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (!isScalarType(type)) return {};
  return SCALARS[type.name] ?? identity(type.name, parentType.name, source);
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Of an ID or a UUID: another one for each object, so that a cache keeps them apart. */
function identity(scalar: string, of: string, source: unknown) {
  const object = Object(source) as object;
  const number = numbers.get(object) ?? ++last;
  numbers.set(object, number);
  return scalar === 'ID' ? `${of}-${number}` : `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
