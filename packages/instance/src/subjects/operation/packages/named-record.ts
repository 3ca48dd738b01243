import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'
import { resolveSettings } from './config-references.ts'
import { type PackagedType, type References, type ReferredType, travels } from './packaged-types.ts'

/** Resolves a reference, or returns undefined if its target is unknown. */
export type Resolve = (type: ReferredType, value: number | string) => number | string | undefined

/** An unresolved reference to `value` of a type, in the record itself or in the rows of a relation. */
export interface Dangling {
  readonly column: string
  readonly type: ReferredType
  readonly value: number | string
}

export interface Resolved {
  readonly record: Row
  readonly dangling: readonly Dangling[]
}

/**
 * Picks the exported fields of a record, with resolved references. Unresolved ones become null in the record. Nested rows with
 * such a reference are omitted, as an access row without its service would apply to all services.
 */
export function resolveRecord(type: PackagedType, given: Readonly<Row>, resolve: Resolve): Resolved {
  const dangling: Dangling[] = []
  const record = resolveRow(travelling(type, given), type.references, resolve, dangling)
  if (isRecord(record.config)) {
    record.config = resolveSettings(type.settingsOf(String(given.type)), record.config, (column, to, value) =>
      resolveValue(column, to, value, resolve, dangling),
    )
  }
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

/** What an import says about references without a target. */
export function missingReferences(type: PackagedType, record: Readonly<Row>, dangling: readonly Dangling[]): string[] {
  const name = `${type.name} ${record[type.key]}`
  return dangling.map(
    ({ column, type: to, value }) =>
      `${name}: there is no ${to} '${value}' for ${column}; what refers to it is left out.`,
  )
}

function resolveRow(row: Readonly<Row>, references: References, resolve: Resolve, dangling: Dangling[]): Row {
  const resolved: Row = { ...row }
  for (const [column, type] of Object.entries(references)) {
    if (row[column] !== undefined) resolved[column] = resolveValue(column, type, row[column], resolve, dangling)
  }
  return resolved
}

function resolveValue(
  column: string,
  type: ReferredType,
  value: unknown,
  resolve: Resolve,
  dangling: Dangling[],
): unknown {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return value
  const found = resolve(type, value)
  if (found === undefined) dangling.push({ column, type, value })
  return found ?? null
}

/** The writable columns, except for those of the current state. */
function travelling({ declaration, key }: PackagedType, given: Readonly<Row>): Row {
  const columns = declaration.declared.columns.filter((column) => column.name === key || travels(column))
  return pickColumns(
    given,
    columns.map(({ name }) => name),
  )
}

function pickColumns(row: Readonly<Row>, columns: readonly string[]): Row {
  return Object.fromEntries(columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}
