import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { ChangeRule, RuledChange } from '../../../records/system/audit-log.ts'
import type { AuditedChange, DeclaredTable } from '../../../records/system/declared-table.ts'
import { quoted } from '../../../records/system/dialect.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { TableName } from '../../../store/tables.ts'
import { refuseManaged } from '../../ground/system/refuse-managed.ts'
import { type PackagedType, type PackagedTypes, travels } from '../packages/packaged-types.ts'
import { configTypes } from './config-types.ts'

/** Where rows of a table are parts of configuration: as records of a type, or as rows of one. */
interface Place {
  readonly type: PackagedType
  /** The columns that files have. */
  readonly columns: ReadonlySet<string>
  /** The column with the id of the record; `null`: the row is the record. */
  readonly owner: string | null
}

/**
 * Refuses every change, by whatever it is made, of a record that a folder manages (docs/wire/config.md). Changes of what folders do not have,
 * and those that leave the values as they are, are none.
 */
export function createConfigLock(packaged: PackagedTypes, kinds: ServiceKinds): ChangeRule {
  const types = [...configTypes(packaged, kinds).values()].map(({ type }) => type)
  // What is kept in another form, or elsewhere, refuses its changes itself.
  const places = placesOf(types.filter(({ kept, outside }) => kept === null && outside === null))
  return async (tx, changes) => {
    const names = new Map<PackagedType, Set<string>>()
    for (const change of changes) {
      for (const place of places.get(change.declared.table) ?? []) {
        for (const name of await namesIn(tx, place, change)) {
          names.set(place.type, (names.get(place.type) ?? new Set()).add(name))
        }
      }
    }
    for (const [type, ofType] of names) await refuseManaged(tx, type.name, [...ofType])
  }
}

function placesOf(types: readonly PackagedType[]): ReadonlyMap<TableName, readonly Place[]> {
  const places = new Map<TableName, Place[]>()
  const add = ({ table }: DeclaredTable, place: Place) => {
    places.set(table, [...(places.get(table) ?? []), place])
  }
  for (const type of types) {
    const { declared, relations } = type.declaration
    const columns = declared.columns.filter((column) => column.name === type.key || travels(column))
    add(declared, { type, columns: new Set(columns.map(({ name }) => name)), owner: null })
    for (const part of type.nested) {
      const relation = relations.find(({ name }) => name === part.relation)
      if (relation === undefined || !('foreignKey' in relation)) continue
      add(part.target, { type, columns: new Set([...part.columns, relation.foreignKey]), owner: relation.foreignKey })
    }
  }
  return places
}

/** The names of the records of a type that a change is of. */
async function namesIn(
  tx: Tx,
  { type, columns, owner }: Place,
  { changed, ...change }: RuledChange,
): Promise<string[]> {
  const { previous, next } = change
  const isSeen = previous === null || next === null || changed.some((name) => columns.has(name.split('.')[0] ?? name))
  if (!isSeen) return []
  const { declared, scope } = type.declaration
  if (owner !== null) {
    const ids = valuesOf(change, owner)
    const rows = await tx.all(
      `SELECT ${quoted(type.key)} AS "name" FROM ${quoted(declared.table)} WHERE ${quoted(declared.key)} IN (${marks(ids)})`,
      ...ids,
    )
    return rows.map(({ name }) => String(name))
  }
  const row = { ...next, ...previous }
  const isOfType = Object.entries(scope.values).every(([column, value]) => (row[column] ?? null) === value)
  return isOfType ? valuesOf(change, type.key).map(String) : []
}

/** The values of a column before and after a change. */
function valuesOf({ previous, next }: AuditedChange, column: string): unknown[] {
  return [...new Set([previous?.[column] ?? null, next?.[column] ?? null])].filter((value) => value !== null)
}

const marks = (values: readonly unknown[]) => (values.length === 0 ? 'NULL' : values.map(() => '?').join(', '))
