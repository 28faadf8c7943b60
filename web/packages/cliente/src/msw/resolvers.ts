import type { Argumentos, Mutation, Query, Subscription } from '../generado/tipos.js';

/** Of an object, what a test is about; of each object in it too. */
export type Parcial<T> = T extends readonly (infer Row)[] ? readonly Parcial<Row>[] : T extends object ? { [Field in keyof T]?: Parcial<T[Field]> } : T;

type FieldsOf<Root, Args> = {
  [Field in keyof Root & keyof Args]?: (source: unknown, args: Args[Field]) => Parcial<Root[Field]> | Promise<Parcial<Root[Field]>>;
};

/** Answers for queries and mutations, by name. */
export interface Resolvers {
  Query?: FieldsOf<Query, Argumentos['Query']>;
  Mutation?: FieldsOf<Mutation, Argumentos['Mutation']>;
}

/** What each subscription tells. */
export type Told = { [Field in Exclude<keyof Subscription, '__typename'>]: Parcial<Subscription[Field]> };
