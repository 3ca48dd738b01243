import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { filledText } from './package-content.ts'
import { get } from './read-records.ts'

/** Names of the tables that a database currently has. */
export async function existingTables(
  service: string,
  { call, request }: { readonly call: Forward; readonly request: ApiRequest },
): Promise<ReadonlySet<string>> {
  const schemaRequest = get(service.toLowerCase(), '_schema', { as_list: 'true', refresh: 'true' })
  const { body } = await call({ ...request, ...schemaRequest })
  const names = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
  return new Set(names.map(String))
}

/** Column types with the same kind of values, by their names in engines and packages. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(id|reference|user_id|integer|bigint|smallint|int|decimal|float|double|money|number)/, 'a number'],
  [/^bool/, 'a boolean'],
  [/^(string|text|char|varchar|uuid|json|xml)/, 'a text'],
  [/^(date|time)/, 'a date or a time'],
  [/^(binary|blob|bytea)/, 'bytes'],
]

/**
 * Compares an existing table with a packaged one of the same name. Returns why it cannot store the packaged records, as a
 * clause (`it has no 'twitter'`), or `null` if it has all fields. Additional fields are allowed.
 */
function mismatch(existing: Row, packaged: Row): string | null {
  const columns = new Map(fieldsOf(existing).map((field) => [nameOf(field), field]))
  const wanted = fieldsOf(packaged).filter(({ is_virtual }) => is_virtual !== true)
  const missing = wanted.filter((field) => !columns.has(nameOf(field))).map(({ name }) => `'${String(name)}'`)
  const different = wanted.flatMap((field) => {
    const column = columns.get(nameOf(field))
    return column === undefined ? [] : (typeConflict(column, field) ?? [])
  })
  const parts = [...(missing.length > 0 ? [`it has no ${enumerated(missing)}`] : []), ...different]
  return parts.length === 0 ? null : parts.slice(0, maxNamed).join(', ')
}

/** Fields of unknown types match every type. A number column can store booleans, and a text column anything but numbers. */
function typeConflict(column: Row, field: Row): string | null {
  const has = familyOf(column)
  const wants = familyOf(field)
  if (has === null || wants === null || has === wants) return null
  if (has === 'a text' && wants !== 'a number') return null
  if (has === 'a number' && wants === 'a boolean') return null
  return `its '${String(field.name)}' is ${has}, not ${wants}`
}

function familyOf({ type }: Row): string | null {
  const word = filledText(type)?.toLowerCase() ?? ''
  return families.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

const fieldsOf = (table: Row): Row[] => (Array.isArray(table.field) ? table.field.filter(isRecord) : [])
const nameOf = ({ name }: Row) => String(name).toLowerCase()

/** Maximum number of fields in a sentence. */
const maxNamed = 8

function enumerated(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  if (names.length > maxNamed) return `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** A table whose shape in the database differs from that in the package. */
interface MismatchedTable {
  readonly name: string
  readonly sentence: string
}

/** The error message for such a table, with possible solutions. */
export function mismatchOf({ sentence }: MismatchedTable): string {
  return `${sentence} Nothing was imported; import with 'continue=true' to skip the table.`
}

/** The packaged tables whose shape in the database differs. `existing`: names of the existing tables. */
export async function mismatchedTables(
  service: string,
  tables: readonly Row[],
  { call, request, existing }: { call: Forward; request: ApiRequest; existing: ReadonlySet<string> },
): Promise<readonly MismatchedTable[]> {
  const found: MismatchedTable[] = []
  // Reads as the instance, since parts that the caller may not read also count.
  const instanceRequest = { ...request, caller: { ...request.caller, sysadmin: true } }
  for (const table of tables) {
    const name = String(table.name)
    if (!existing.has(name)) continue
    const { body } = await call({ ...instanceRequest, ...get(service.toLowerCase(), `_schema/${name}`) })
    const why = isRecord(body) ? mismatch(body, table) : null
    if (why !== null) {
      found.push({ name, sentence: `The table '${name}' exists in ${service} with another structure: ${why}.` })
    }
  }
  return found
}

/** What an existing table would lose through a change, as sentences. Such a loss cannot be undone. */
export async function lossesOf(
  service: string,
  table: Row,
  { call, request }: { readonly call: Forward; readonly request: ApiRequest },
): Promise<readonly string[]> {
  const previewRequest = get(service.toLowerCase(), '_schema', { preview: 'true' })
  const payload = { resource: [table] }
  const { body } = await call({ ...request, ...previewRequest, verb: 'PATCH', payload, payloadFormat: 'json' })
  const statements = isRecord(body) && Array.isArray(body.statements) ? body.statements.filter(isRecord) : []
  return [...new Set(statements.flatMap(({ loses }) => (typeof loses === 'string' ? [loses] : [])))]
}

/** The error message for such a change. */
export function losing(service: string, name: string, losses: readonly string[]): string {
  return `The table ${service}/${name} cannot be overwritten, as that could not be rolled back. ${losses.join(' ')}`
}
