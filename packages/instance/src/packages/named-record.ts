import { kindOf } from '../services/service-kinds.ts'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import type { PackagedType, References, ReferredType } from './packaged-types.ts'

/** What a reference becomes; undefined: nothing is known of it. */
export type Resolve = (type: ReferredType, value: number | string) => number | string | undefined

/** A reference that leads nowhere: to `value` of a type, in the rows of a relation or in the record itself. */
export interface Dangling {
  readonly column: string
  readonly type: ReferredType
  readonly value: number | string
}

export interface Resolved {
  readonly record: Row
  readonly dangling: readonly Dangling[]
}

/** Settings of services that name another service. */
const configReferences: References = { storage_service_id: 'service' }

/**
 * Keeps of a record what travels, with its references resolved. What leads nowhere becomes null in the record; nested rows
 * with such a reference are left out, as an access row without its service would speak of all services.
 */
export function resolveRecord(type: PackagedType, given: Readonly<Row>, resolve: Resolve): Resolved {
  const dangling: Dangling[] = []
  const record = resolveRow(travelling(type, given), type.references, resolve, dangling)
  if (isRecord(record.config)) record.config = resolveRow(record.config, configReferences, resolve, dangling)
  for (const { relation, columns, references, single } of type.nested) {
    const there = given[relation]
    const rows = Array.isArray(there) ? there : single && isRecord(there) ? [there] : null
    if (rows === null) continue
    const kept = rows.filter(isRecord).flatMap((row) => {
      const before = dangling.length
      const resolved = resolveRow(pickColumns(row, columns), references, resolve, dangling)
      return dangling.length > before ? [] : [resolved]
    })
    if (!single) record[relation] = kept
    else if (kept[0] !== undefined) record[relation] = kept[0]
  }
  return { record, dangling }
}

function resolveRow(row: Readonly<Row>, references: References, resolve: Resolve, dangling: Dangling[]): Row {
  const resolved: Row = { ...row }
  for (const [column, type] of Object.entries(references)) {
    const value = row[column]
    if ((typeof value !== 'number' && typeof value !== 'string') || value === '') continue
    const found = resolve(type, value)
    if (found === undefined) dangling.push({ column, type, value })
    resolved[column] = found ?? null
  }
  return resolved
}

/** The columns that people may write, but for those of the moment. */
function travelling({ declaration, key }: PackagedType, given: Readonly<Row>): Row {
  const columns = declaration.shape.columns.filter(({ name, stored, field }) => {
    if (name === key) return true
    return stored && field.mode === undefined
  })
  const row = pickColumns(
    given,
    columns.map(({ name }) => name),
  )
  if (isRecord(row.config)) row.config = travellingConfig(String(given.type), row.config)
  return row
}

/** Without what names records of one instance by their numbers. */
function travellingConfig(type: string, config: Readonly<Row>): Row {
  const settings = kindOf(type)?.config ?? {}
  return Object.fromEntries(
    Object.entries(config).filter(([name]) => name !== 'service_id' && settings[name]?.source === undefined),
  )
}

function pickColumns(row: Readonly<Row>, columns: readonly string[]): Row {
  return Object.fromEntries(columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}
