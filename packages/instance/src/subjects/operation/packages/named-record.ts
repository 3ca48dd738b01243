import { Problem } from '@millwright/contract/problem'
import type { ChoiceSource, ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { dialectOf, type Key, quoted } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
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
export function resolveRecord(type: PackagedType, sourceRow: Readonly<Row>, resolve: Resolve): Resolved {
  const dangling: Dangling[] = []
  const record = resolveRow(travelling(type, sourceRow), type.references, resolve, dangling)
  if (isRecord(record.config)) {
    record.config = resolveSettings(type.settingsOf(String(sourceRow.type)), record.config, (column, to, value) =>
      resolveValue(column, to, value, resolve, dangling),
    )
  }
  for (const { relation, columns, references, single } of type.nested) {
    const there = sourceRow[relation]
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
function travelling({ declaration, key }: PackagedType, sourceRow: Readonly<Row>): Row {
  const columns = declaration.declared.columns.filter((column) => column.name === key || travels(column))
  return pickColumns(
    sourceRow,
    columns.map(({ name }) => name),
  )
}

function pickColumns(row: Readonly<Row>, columns: readonly string[]): Row {
  return Object.fromEntries(columns.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}

const typeOf = {
  app: 'app',
  role: 'role',
  email_service: 'service',
  email_template: 'email_template',
} as const satisfies Record<ChoiceSource, ReferredType>

/** Resolves a reference. Returns `null` if its target does not exist. */
type ResolveSetting = (setting: string, type: ReferredType, value: unknown) => unknown

/**
 * Resolves the references of a service's settings to other records, also in lists of rows. Rows whose required reference cannot
 * be resolved are omitted, as they would mean something else.
 */
export function resolveSettings(fields: ConfigFields, config: Readonly<Row>, resolve: ResolveSetting): Row {
  const { service_id: _, ...settings } = config
  return resolveFields(fields, settings, '', resolve)
}

function resolveFields(fields: ConfigFields, row: Readonly<Row>, prefix: string, resolve: ResolveSetting): Row {
  const resolved: Row = { ...row }
  for (const [name, value] of Object.entries(row)) {
    const field = fields[name]
    const type = referredBy(name, field)
    if (type !== null) resolved[name] = resolve(`${prefix}${name}`, type, value)
    else if (typeof field?.items === 'object' && Array.isArray(value)) {
      const { items } = field
      const rows = value.filter(isRecord).map((each) => resolveFields(items, each, `${name}.`, resolve))
      resolved[name] = rows.filter((each) => isWhole(items, each))
    }
  }
  return resolved
}

function referredBy(name: string, field: ConfigField | undefined): ReferredType | null {
  if (name === 'storage_service_id') return 'service'
  return field?.source === undefined ? null : typeOf[field.source]
}

function isWhole(items: ConfigFields, row: Readonly<Row>): boolean {
  return Object.entries(items).every(([name, { source, required }]) => {
    return source === undefined || required !== true || (row[name] ?? null) !== null
  })
}

/** Finds committed rows by their names in packages. */
export interface KnownRows {
  /** Keys by name, for existing names. Throws a 400 for a name that several rows have. */
  keys(type: PackagedType, names: readonly string[]): Promise<Map<string, Key>>
  /** Names by id, for all rows of a type that others refer to. */
  names(type: ReferredType): Promise<Map<number, string>>
}

const atOnce = 500

/** A store, or a transaction in it. */
interface Known {
  readonly engine: Store['engine']
  readonly statements: { all(sql: string, values: readonly unknown[]): Promise<Row[]> | Row[] }
}

export function createKnownRows(store: Known): KnownRows {
  const dialect = dialectOf(store.engine)
  const all = (sql: string, values: readonly unknown[]) => store.statements.all(dialect.finish(sql), values)

  return {
    async keys({ name: typeName, declaration: { declared, scope }, key }, names) {
      const found = new Map<string, Key>()
      const conditions = Object.entries(scope.values).map(([column, value]) =>
        value === null ? `${quoted(column)} IS NULL` : `${quoted(column)} = ${value}`,
      )
      for (let from = 0; from < names.length; from += atOnce) {
        const some = names.slice(from, from + atOnce)
        const named = `${quoted(key)} IN (${some.map(() => '?').join(', ')})`
        const rows = await all(
          `SELECT ${quoted(declared.key)} AS "key", ${quoted(key)} AS "name" FROM ${quoted(declared.table)} WHERE ${[named, ...conditions].join(' AND ')}`,
          some,
        )
        for (const row of rows) {
          if (found.has(String(row.name))) throw severalNamed(typeName, String(row.name))
          found.set(String(row.name), declared.keyType === 'number' ? Number(row.key) : String(row.key))
        }
      }
      return found
    },
    async names(type) {
      const name = type === 'user' ? '"email"' : '"name"'
      const rows = await all(`SELECT "id", ${name} AS "name" FROM ${quoted(type)}`, [])
      return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
    },
  }
}

export function severalNamed(type: string, name: string): Problem {
  return new Problem(400, `Several records of system/${type} are named '${name}'. Give each a name of its own first.`)
}
