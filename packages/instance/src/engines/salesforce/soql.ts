import { Problem } from '@millwright/contract/problem'
import { quotedText } from '../default-sql.ts'
import type { BoundValue, Statement } from '../statement.ts'

/** What a statement asks of Salesforce, which reads by SOQL and writes record by record. */
export type Request = Selecting | Inserting | Changing

export interface Selecting {
  readonly kind: 'select'
  readonly object: string
  /** Of the object, and the member that each becomes; null: the records are counted. */
  readonly fields: readonly { readonly name: string; readonly as: string }[] | null
  /** What follows `FROM object`, in SOQL and without a page. */
  readonly rest: string
  readonly limit: number | null
  readonly offset: number
}

export interface Inserting {
  readonly kind: 'insert'
  readonly object: string
  readonly records: readonly Readonly<Record<string, BoundValue>>[]
}

export interface Changing {
  readonly kind: 'update' | 'delete'
  readonly object: string
  readonly values: Readonly<Record<string, BoundValue>>
  /** Of the only record that is meant; null: those of the condition. */
  readonly id: string | null
  /** In SOQL, with its word; empty: all. */
  readonly where: string
}

/**
 * Marks before a placeholder, for values that SOQL does not write as the texts that they come as: a number, a date or a pattern, whose
 * backslashes escape.
 */
export const marks = { plain: '#', pattern: '~' } as const

const name = '"((?:[^"]|"")+)"'
const insertShape = new RegExp(`^INSERT INTO ${name} \\(([^)]*)\\) VALUES (.*?)(?: RETURNING .*)?$`, 's')
const updateShape = new RegExp(`^UPDATE ${name} SET (.*?)((?: WHERE .*)?)$`, 's')
const deleteShape = new RegExp(`^DELETE FROM ${name}((?: WHERE .*)?)$`, 's')
const selectShape = new RegExp(`^SELECT (.*?) FROM ${name}(.*)$`, 's')
const byId = /^ WHERE "Id" = \?$/

/** Reads a statement of the record engine as a request. Refuses with 400 what SOQL cannot say. */
export function requestOf({ sql, values }: Statement): Request {
  const [, into, columns, rows] = insertShape.exec(sql) ?? []
  if (into !== undefined && columns !== undefined && rows !== undefined) {
    const names = namesIn(columns)
    const count = rows.split('), (').length
    if (/[^?(), ]/.test(rows)) throw cannot()
    const records = Array.from({ length: count }, (_, row) => assigned(names, values.slice(row * names.length)))
    return { kind: 'insert', object: objectName(into), records }
  }
  const [, changed, assignments, condition] = updateShape.exec(sql) ?? []
  if (changed !== undefined && assignments !== undefined && condition !== undefined) {
    if (!new RegExp(`^${name} = \\?(?:, ${name} = \\?)*$`).test(assignments)) throw cannot()
    const names = namesIn(assignments)
    const rest = values.slice(names.length)
    return { kind: 'update', object: objectName(changed), values: assigned(names, values), ...meant(condition, rest) }
  }
  const [, cleared, where] = deleteShape.exec(sql) ?? []
  if (cleared !== undefined && where !== undefined)
    return { kind: 'delete', object: objectName(cleared), values: {}, ...meant(where, values) }
  return selection(sql, values)
}

function selection(sql: string, values: readonly BoundValue[]): Selecting {
  const [, list, from, rest] = selectShape.exec(sql) ?? []
  if (list === undefined || from === undefined || rest === undefined) throw cannot()
  if (/^ (?:JOIN|AS)\b|\bGROUP BY\b|\(SELECT\b/.test(withoutNames(rest))) throw cannot()
  const text = soql(rest, values)
  const [, before = text, limit, offset] = /^(.*?) LIMIT (\d+)(?: OFFSET (\d+))?$/s.exec(text) ?? []
  const fields = list.startsWith('COUNT(*)') ? null : list.split(/, (?=")/).map(selectedField)
  const page = { limit: limit === undefined ? null : Number(limit), offset: Number(offset ?? 0) }
  return { kind: 'select', object: objectName(from), fields, rest: before.trimEnd(), ...page }
}

function selectedField(item: string): { name: string; as: string } {
  const [, field, as] = new RegExp(`^${name} AS ${name}$`).exec(item) ?? []
  if (field === undefined || as === undefined) throw cannot()
  return { name: objectName(field), as: as.replaceAll('""', '"') }
}

function meant(condition: string, values: readonly BoundValue[]): Pick<Changing, 'id' | 'where'> {
  const [id] = values
  const isOne = byId.test(condition) && typeof id === 'string'
  return isOne ? { id, where: '' } : { id: null, where: soql(condition, values) }
}

/** SQL with its values in the spelling of SOQL: no value can be anything else. */
function soql(sql: string, values: readonly BoundValue[]): string {
  let place = 0
  return sql
    .replace(
      /"((?:[^"]|"")+)"|'(?:[^']|'')*'|([#~]?)\?/g,
      (found, quoted: string | undefined, mark: string | undefined) => {
        if (quoted !== undefined) return objectName(quoted)
        if (found.startsWith("'")) throw cannot()
        return literal(values[place++] ?? null, mark ?? '')
      },
    )
    .replace(/ IS NOT NULL\b/g, ' != null')
    .replace(/ IS NULL\b/g, ' = null')
    .replace(/ <> /g, ' != ')
    .replace(/\b1 = 0\b/g, 'Id = null')
}

function literal(value: BoundValue, mark: string): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value !== 'string') throw new Problem(400, 'Binary values cannot be filtered by.')
  if (mark === marks.plain) return plainLiteral(value)
  const escaped = mark === marks.pattern ? value : value.replaceAll('\\', '\\\\')
  return `'${escaped.replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
}

const plainNumber = (value: number): string => (String(value).includes('e') ? value.toFixed(18) : String(value))

/** Numbers and dates stand as they are, so that they must be nothing but that; moments are in UTC unless they say otherwise. */
function plainLiteral(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (date !== undefined && time !== undefined)
    return `${date}T${time.length === 5 ? `${time}:00` : time}${zone ?? 'Z'}`
  if (/^\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/.test(text)) return text.endsWith('Z') ? text : `${text}Z`
  throw new Problem(400, `${quotedText(text.slice(0, 100))} is not a number, date or time.`)
}

function namesIn(list: string): string[] {
  return [...list.matchAll(new RegExp(name, 'g'))].map(([, each = '']) => objectName(each))
}

function assigned(names: readonly string[], values: readonly BoundValue[]): Record<string, BoundValue> {
  return Object.fromEntries(names.map((each, index) => [each, values[index] ?? null]))
}

const withoutNames = (sql: string): string => sql.replace(/"(?:[^"]|"")*"/g, '""')

/** Names of objects and fields, which stand in SOQL without quotation marks. */
export function objectName(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(text)) return text
  throw new Problem(400, `'${text.slice(0, 100)}' is not a name in Salesforce.`)
}

const cannot = () =>
  new Problem(400, 'Salesforce does not support this: SOQL has no joins, groups or computed values here.')
