import { quotedText } from '@millwright/connector/engine/default-sql'
import type { BoundValue, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'

/** A statement as Salesforce requests: SOQL for reads, record by record for writes. */
export type Request = Selecting | Inserting | Changing

export interface Selecting {
  readonly kind: 'select'
  readonly object: string
  /** Fields of the object, and the names of the returned members; `null` to count the records. */
  readonly fields: readonly { readonly name: string; readonly as: string }[] | null
  /** The part after `FROM object`, in SOQL and without the page. */
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
  /** Id of the only record; `null` for the records that match the condition. */
  readonly id: string | null
  /** A WHERE clause in SOQL; empty for all records. */
  readonly where: string
}

/**
 * Prefixes of placeholders for values that SOQL does not write as quoted texts: numbers and dates, or patterns, in which
 * backslashes escape.
 */
export const marks = { plain: '#', pattern: '~' } as const

const name = '"((?:[^"]|"")+)"'
const insertShape = new RegExp(`^INSERT INTO ${name} \\(([^)]*)\\) VALUES (.*?)(?: RETURNING .*)?$`, 's')
const updateShape = new RegExp(`^UPDATE ${name} SET (.*?)((?: WHERE .*)?)$`, 's')
const deleteShape = new RegExp(`^DELETE FROM ${name}((?: WHERE .*)?)$`, 's')
const selectShape = new RegExp(`^SELECT (.*?) FROM ${name}(.*)$`, 's')
const byId = /^ WHERE "Id" = \?$/

/** Parses a statement of the record engine. Throws 400 for what SOQL does not support. */
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

/** Inserts the values as SOQL literals, so that they cannot be anything else. */
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

/** Numbers and dates are inserted unquoted, so the text must be nothing else; times are in UTC unless they have a zone. */
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

/** Validates the name of an object or field, which SOQL does not quote. */
export function objectName(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(text)) return text
  throw new Problem(400, `'${text.slice(0, 100)}' is not a name in Salesforce.`)
}

const cannot = () =>
  new Problem(400, 'Salesforce does not support this: SOQL has no joins, groups or computed values here.')
