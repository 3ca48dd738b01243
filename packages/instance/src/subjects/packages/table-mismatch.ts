import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../gateway/gateway.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { text } from './package-content.ts'
import { get } from './read-records.ts'

/** Types of columns that hold values of the same kind, by what engines and packages call them. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(id|reference|user_id|integer|bigint|smallint|int|decimal|float|double|money|number)/, 'a number'],
  [/^bool/, 'a boolean'],
  [/^(string|text|char|varchar|uuid|json|xml)/, 'a text'],
  [/^(date|time)/, 'a date or a time'],
  [/^(binary|blob|bytea)/, 'bytes'],
]

/**
 * In what a table that a database has is no place for the records of a packaged one of the same name, as half a sentence
 * (`it has no 'twitter'`); null: it has all of its fields. More fields do not matter.
 */
export function mismatch(existing: Row, packaged: Row): string | null {
  const columns = new Map(fieldsOf(existing).map((field) => [nameOf(field), field]))
  const wanted = fieldsOf(packaged).filter(({ is_virtual }) => is_virtual !== true)
  const missing = wanted.filter((field) => !columns.has(nameOf(field))).map(({ name }) => `'${String(name)}'`)
  const different = wanted.flatMap((field) => {
    const column = columns.get(nameOf(field))
    return column === undefined ? [] : (typeConflict(column, field) ?? [])
  })
  const parts = [...(missing.length > 0 ? [`it has no ${enumerated(missing)}`] : []), ...different]
  return parts.length === 0 ? null : parts.slice(0, mostNamed).join(', ')
}

/** Fields of an unknown type agree with every other; a number may be kept as a boolean, and anything as a text. */
function typeConflict(column: Row, field: Row): string | null {
  const [has, wants] = [familyOf(column), familyOf(field)]
  if (has === null || wants === null || has === wants) return null
  if (has === 'a text' && wants !== 'a number') return null
  if (has === 'a number' && wants === 'a boolean') return null
  return `its '${String(field.name)}' is ${has}, not ${wants}`
}

function familyOf({ type }: Row): string | null {
  const word = text(type)?.toLowerCase() ?? ''
  return families.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

const fieldsOf = (table: Row): Row[] => (Array.isArray(table.field) ? table.field.filter(isRecord) : [])
const nameOf = ({ name }: Row) => String(name).toLowerCase()

/** Fields in one sentence. */
const mostNamed = 8

function enumerated(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  if (names.length > mostNamed) return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** A table that a database has in another shape than the package. */
export interface MismatchedTable {
  readonly name: string
  readonly sentence: string
}

/** The refusal of such a table, with the ways out of it. */
export function mismatchOf({ sentence }: MismatchedTable): string {
  return `${sentence} Nothing was imported; import with 'continue=true' to skip the table.`
}

/** Which of the packaged tables a database has in another shape. `existing`: names of the tables that it has. */
export async function mismatchedTables(
  service: string,
  tables: readonly Row[],
  { call, request, existing }: { call: Forward; request: ApiRequest; existing: ReadonlySet<string> },
): Promise<readonly MismatchedTable[]> {
  const found: MismatchedTable[] = []
  // What a caller may not read of a table counts, too.
  const asked = { ...request, caller: { ...request.caller, sysadmin: true } }
  for (const table of tables) {
    const name = String(table.name)
    if (!existing.has(name)) continue
    const { body } = await call({ ...asked, ...get(service.toLowerCase(), `_schema/${name}`) })
    const why = isRecord(body) ? mismatch(body, table) : null
    if (why !== null) {
      found.push({ name, sentence: `The table '${name}' exists in ${service} with another structure: ${why}.` })
    }
  }
  return found
}
