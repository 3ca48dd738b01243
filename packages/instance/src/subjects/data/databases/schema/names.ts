import type { TableName } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { VirtualRelation } from './extras.ts'

/** Returns the name of a table on the wire: bare in the default schema, else `schema.table`. */
export function wireName({ schema, name }: TableName): string {
  return schema === null ? name : `${schema}.${name}`
}

/** Returns where a table with this name is created: a dot ends the schema, if the engine has schemas. */
export function tableNameOf(name: string, { dialect: { schemas } }: Pick<Engine, 'dialect'>): TableName {
  const point = schemas === null ? -1 : name.indexOf('.')
  if (point <= 0 || point === name.length - 1) return { schema: null, name }
  const schema = name.slice(0, point)
  return { schema: schema === schemas?.usual ? null : schema, name: name.slice(point + 1) }
}

/** Throws 400 if names of tables or columns are too long for the engine. */
export function assertNamesFit({ dialect: { longestName } }: Pick<Engine, 'dialect'>, names: Iterable<string>): void {
  const { most, size, unit } = longestName
  for (const name of names) {
    if (size(name) > most)
      throw new Problem(400, `The name '${name}' is longer than the ${most} ${unit} that the database accepts.`)
  }
}

/** Returns the display name of a database name: capitalized words, with `_` as a space (docs/wire/schema.md). */
export function labelOf(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Returns the English plural of a display name; one that is plural already stays unchanged. */
export function pluralOf(label: string): string {
  const word = /[A-Za-z]+$/.exec(label)?.[0]
  if (word === undefined) return label
  return label.slice(0, -word.length) + pluralWord(word)
}

function pluralWord(word: string): string {
  const lower = word.toLowerCase()
  if (unchanging.has(lower)) return word
  const irregular = irregulars.get(lower)
  if (irregular !== undefined) return word.charAt(0) + irregular.slice(1)
  for (const [ending, plural] of endings) if (ending.test(word)) return word.replace(ending, plural)
  return `${word}s`
}

const unchanging = new Set(
  'data equipment feedback fish information media metadata money news series sheep software species staff'.split(' '),
)

const irregulars = new Map([
  ['child', 'children'],
  ['criterion', 'criteria'],
  ['foot', 'feet'],
  ['half', 'halves'],
  ['knife', 'knives'],
  ['leaf', 'leaves'],
  ['life', 'lives'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['quiz', 'quizzes'],
  ['shelf', 'shelves'],
  ['tooth', 'teeth'],
  ['wolf', 'wolves'],
  ['woman', 'women'],
])

/** The first match applies. Words in `s` without a match are taken for plurals. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(us|ss|sh|ch|x|zz)$/i, '$1es'],
  [/sis$/i, 'ses'],
  [/([^aeiou])y$/i, '$1ies'],
  [/(hero|potato|tomato|echo|veto)$/i, '$1es'],
  [/s$/i, 's'],
]

interface RelationEnds {
  /** The table that has the relation. */
  readonly table: string
  readonly type: VirtualRelation['type']
  /** Comma-separated list. */
  readonly field: string
  readonly refTable: string
  readonly refField: string
  readonly junctionTable: string | null
}

/**
 * Returns the name of a relation, derived from its ends; tables of other services as `service.table` (docs/wire/schema.md). If a table
 * refers to itself, `_reverse` distinguishes the two directions.
 */
export function relationName({ table, type, field, refTable, refField, junctionTable }: RelationEnds): string {
  if (type === 'belongs_to') return `${refTable}_by_${joined(field)}`
  if (type === 'many_many') return `${refTable}_by_${junctionTable ?? ''}`
  return `${refTable}_by_${joined(refField)}${table === refTable ? '_reverse' : ''}`
}

/** Splits a comma-separated list of columns. */
export function namesInList(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function joined(list: string): string {
  return namesInList(list).join('_')
}

/** Reads a name from the body or the URL. Throws 400 if it is invalid. */
export function readName(value: unknown, kind: 'table' | 'field', named?: string): string {
  if (!isRecord(value)) throw new Problem(400, `A ${kind} must be an object.`)
  const key = Object.keys(value).find((each) => each.toLowerCase() === 'name')
  const name = named ?? (key === undefined ? undefined : value[key])
  if (typeof name === 'number') return String(name)
  if (typeof name !== 'string' || name.trim() === '') throw new Problem(400, `Every ${kind} needs a name.`)
  // Outer blanks and control characters could not be typed again; a slash could not be used in a URL.
  if (name !== name.trim() || /[\p{Cc}/]/u.test(name) || !name.isWellFormed() || name.length > 255) {
    throw new Problem(400, `${JSON.stringify(name.slice(0, 300))} cannot be the name of a ${kind}.`)
  }
  return name
}
