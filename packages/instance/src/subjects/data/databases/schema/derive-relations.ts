import type { RawForeignKey, RawTable } from '@millwright/connector/engine/catalog'
import type { DescribedRelation } from '../../../../records/described-table.ts'
import { noRelationExtras, type RelationExtras, type ServiceExtras, type VirtualRelation } from './extras.ts'
import { labelOf, namesInList, relationName, wireName } from './names.ts'

/** A relation before its extras are applied. */
type Derived = Omit<DescribedRelation, keyof RelationExtras | 'apiName'>

/**
 * Returns the relations of all tables of a service by table name: those of constraints, then virtual ones. If several have the same name,
 * the last one applies (docs/wire/schema.md).
 */
export function deriveRelations(
  tables: readonly RawTable[],
  serviceId: number,
  extras: ServiceExtras,
): ReadonlyMap<string, readonly DescribedRelation[]> {
  const derived = new Map(tables.map((table) => [wireName(table), new Map<string, Derived>()]))
  const add = (table: string, relation: Derived) => derived.get(table)?.set(relation.name.toLowerCase(), relation)

  for (const table of tables) {
    const name = wireName(table)
    for (const key of table.foreignKeys) add(name, belongsTo(name, key, serviceId))
  }
  for (const other of tables) {
    for (const key of other.foreignKeys) {
      const target = wireName(key.target)
      add(target, hasMany(other, key, serviceId))
      if (target === wireName(other)) continue
      for (const second of other.foreignKeys) {
        if (wireName(second.target) !== target) add(target, manyMany(other, key, second, serviceId))
      }
    }
  }
  for (const [table, relations] of extras.virtualRelations) {
    for (const relation of relations) add(table, virtual(table, relation, serviceId, extras))
  }
  return new Map(
    [...derived].map(([table, relations]) => [
      table,
      [...relations.values()].map((each) =>
        withExtras(each, extras.relations.get(table)?.get(each.name.toLowerCase()) ?? noRelationExtras),
      ),
    ]),
  )
}

const plain = { junctionServiceId: null, junctionTable: null, junctionFields: [], junctionRefFields: [] } as const

function belongsTo(table: string, key: RawForeignKey, serviceId: number): Derived {
  const refTable = wireName(key.target)
  return {
    ...plain,
    name: relationName({ table, ...ends('belongs_to', key.columns, refTable, key.targetColumns), junctionTable: null }),
    type: 'belongs_to',
    fields: key.columns,
    refServiceId: serviceId,
    refTable,
    refFields: key.targetColumns,
    refOnUpdate: key.onUpdate,
    refOnDelete: key.onDelete,
    isVirtual: false,
  }
}

function hasMany(other: RawTable, key: RawForeignKey, serviceId: number): Derived {
  const refTable = wireName(other)
  const type = isKey(other, key.columns) ? 'has_one' : 'has_many'
  return {
    ...plain,
    name: relationName({
      table: wireName(key.target),
      ...ends(type, key.targetColumns, refTable, key.columns),
      junctionTable: null,
    }),
    type,
    fields: key.targetColumns,
    refServiceId: serviceId,
    refTable,
    refFields: key.columns,
    refOnUpdate: key.onUpdate,
    refOnDelete: key.onDelete,
    isVirtual: false,
  }
}

function manyMany(junction: RawTable, first: RawForeignKey, second: RawForeignKey, serviceId: number): Derived {
  const refTable = wireName(second.target)
  const junctionTable = wireName(junction)
  return {
    name: relationName({
      table: wireName(first.target),
      ...ends('many_many', first.targetColumns, refTable, second.targetColumns),
      junctionTable,
    }),
    type: 'many_many',
    fields: first.targetColumns,
    refServiceId: serviceId,
    refTable,
    refFields: second.targetColumns,
    refOnUpdate: null,
    refOnDelete: null,
    junctionServiceId: serviceId,
    junctionTable,
    junctionFields: first.columns,
    junctionRefFields: second.columns,
    isVirtual: false,
  }
}

function virtual(table: string, relation: VirtualRelation, serviceId: number, extras: ServiceExtras): Derived {
  return {
    name: virtualName(table, relation, serviceId, extras.serviceNames),
    type: relation.type,
    fields: namesInList(relation.field),
    refServiceId: relation.refServiceId,
    refTable: relation.refTable,
    refFields: namesInList(relation.refField),
    refOnUpdate: relation.refOnUpdate,
    refOnDelete: relation.refOnDelete,
    junctionServiceId: relation.junctionServiceId,
    junctionTable: relation.junctionTable,
    junctionFields: namesInList(relation.junctionField),
    junctionRefFields: namesInList(relation.junctionRefField),
    isVirtual: true,
  }
}

/** Returns the name of a virtual relation on a table of the service. */
export function virtualName(
  table: string,
  relation: VirtualRelation,
  serviceId: number,
  serviceNames: ReadonlyMap<number, string>,
): string {
  const away = (id: number | null, table: string) => {
    const service = id === null || id === serviceId ? undefined : serviceNames.get(id)
    return service === undefined ? table : `${service}.${table}`
  }
  const { junctionTable } = relation
  return relationName({
    ...relation,
    table,
    refTable: away(relation.refServiceId, relation.refTable),
    junctionTable: junctionTable === null ? null : away(relation.junctionServiceId, junctionTable),
  })
}

function withExtras(relation: Derived, extras: RelationExtras): DescribedRelation {
  return {
    ...relation,
    ...extras,
    apiName: extras.alias ?? relation.name,
    label: extras.label ?? labelOf(relation.name),
  }
}

function ends<Type extends DescribedRelation['type']>(
  type: Type,
  fields: readonly string[],
  refTable: string,
  refFields: readonly string[],
) {
  return { type, field: fields.join(','), refTable, refField: refFields.join(',') }
}

/** Returns whether values in these columns are unique. */
function isKey(table: RawTable, columns: readonly string[]): boolean {
  const same = (key: readonly string[]) => key.length === columns.length && columns.every((name) => key.includes(name))
  return same(table.primaryKey) || table.uniques.some((key) => same(key.columns))
}
