/** The kind of a field's values, independently of the engine's type; `any`: each value has its own, as in SQLite's untyped columns. */
export type ValueFamily =
  | 'integer'
  | 'boolean'
  | 'decimal'
  | 'float'
  | 'moment'
  | 'binary'
  | 'json'
  | 'array'
  | 'text'
  | 'any'

/** A field's simple type, and the engine's own type if it has a column. */
export interface Typed {
  readonly type: string
  readonly dbType: string | null
}

/** The family of a field. The simple type determines it, except for JSON and arrays, which are recognized by the engine's own type. */
export function valueFamily({ type, dbType }: Typed): ValueFamily {
  const family = families.get(type)
  if (family !== undefined) return family
  const word = dbType?.toLowerCase() ?? ''
  if (word.endsWith('[]') || word.startsWith('_')) return 'array'
  return /^jsonb?(?!\w)/.test(word) ? 'json' : 'text'
}

const members: Readonly<Record<Exclude<ValueFamily, 'text' | 'array'>, string>> = {
  integer:
    'id pk bigid mediumid smallid reference fk user_id user_id_on_create user_id_on_update integer int tinyint smallint mediumint bigint',
  boolean: 'boolean bool',
  decimal: 'decimal numeric money',
  float: 'float double real',
  moment: 'date time timetz datetime datetimetz timestamp timestamptz timestamp_on_create timestamp_on_update',
  binary: 'binary',
  json: 'json jsonb object',
  any: 'any',
}

const families: ReadonlyMap<string, ValueFamily> = new Map(
  Object.entries(members).flatMap(([family, types]) => types.split(' ').map((type) => [type, family as ValueFamily])),
)
