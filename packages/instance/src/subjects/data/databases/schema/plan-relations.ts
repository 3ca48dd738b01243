import { Problem } from '@millwright/contract/problem'
import type { DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { virtualName } from './derive-relations.ts'
import { merged, type RelationDraft, type TableDraft } from './drafts.ts'
import { type ExtrasChange, noRelationExtras, type RelationExtras, type VirtualRelation } from './extras.ts'
import { labelOf, namesInList } from './names.ts'
import type { SchemaState } from './schema-state.ts'

/** What written relations can refer to. */
export interface RelationSubject {
  readonly serviceId: number
  readonly state: SchemaState
  /** The current table, by its name; `null`: it is created by the same request. */
  readonly described: DescribedTable | null
  readonly table: string
  /** Current and new fields of the table. */
  readonly fields: ReadonlySet<string>
  /** Tables of the same request, by their names in lower case. */
  readonly others: ReadonlyMap<string, TableDraft>
  /** Names of referenced services; a missing entry: the service does not exist. */
  readonly serviceNames: ReadonlyMap<number, string>
}

/** Returns the changes that store relations as sent, and their resulting `names`. Throws 400 for invalid ones. */
export function planRelations(
  subject: RelationSubject,
  drafts: readonly RelationDraft[],
): { readonly changes: readonly ExtrasChange[]; readonly names: readonly string[] } {
  const changes: ExtrasChange[] = []
  const names = drafts.map((draft) => {
    const present = subject.described?.relations.find(({ name }) => same(name, draft.name ?? ''))
    const name =
      draft.virtual === null ? (present?.name ?? draft.name ?? '') : written(subject, draft.virtual, present, changes)
    const before = extrasOf(subject, present?.name ?? name)
    if (present !== undefined && !same(present.name, name)) {
      changes.push({
        kind: 'relation',
        table: subject.table,
        relation: present.name.toLowerCase(),
        extras: noRelationExtras,
      })
    }
    const after = merged(before, draft.extras)
    if (draft.extras.alias !== undefined && after.alias !== null && has(subject.fields, after.alias)) {
      throw new Problem(400, `The alias '${after.alias}' of a relation is already the name of a field.`)
    }
    const extras = after.label === labelOf(name) ? { ...after, label: null } : after
    changes.push({ kind: 'relation', table: subject.table, relation: name.toLowerCase(), extras })
    return name
  })
  return { changes, names }
}

/** Returns the changes that delete a virtual relation, or the extras of a derived one. */
export function planForgetting(table: string, relation: DescribedRelation): readonly ExtrasChange[] {
  const extras: ExtrasChange = {
    kind: 'relation',
    table,
    relation: relation.name.toLowerCase(),
    extras: noRelationExtras,
  }
  if (!relation.isVirtual) return [extras]
  return [{ kind: 'remove relation', table, relation: endsOf(relation) }, extras]
}

/** Plans a virtual relation, which replaces the one with the sent name, and returns its name. */
function written(
  subject: RelationSubject,
  sent: VirtualRelation,
  present: DescribedRelation | undefined,
  changes: ExtrasChange[],
): string {
  const relation = checked(subject, sent)
  const name = virtualName(subject.table, relation, subject.serviceId, subject.serviceNames)
  const namesake = subject.described?.relations.find((each) => each.isVirtual && same(each.name, name))
  const { table } = subject
  for (const old of new Set([present, namesake])) {
    if (old?.isVirtual === true) changes.push({ kind: 'remove relation', table, relation: endsOf(old) })
  }
  changes.push({ kind: 'add relation', table, relation })
  return name
}

function checked(subject: RelationSubject, relation: VirtualRelation): VirtualRelation {
  for (const column of namesInList(relation.field)) {
    if (!has(subject.fields, column)) throw new Problem(400, `The table '${subject.table}' has no field '${column}'.`)
  }
  const count = namesInList(relation.field).length
  const ends = relation.type === 'many_many' ? [relation.junctionField] : [relation.refField]
  if (ends.some((end) => namesInList(end).length !== count)) {
    throw new Problem(400, 'A relation needs the same number of fields on both sides.')
  }
  const refTable = end(subject, relation.refServiceId, relation.refTable, [relation.refField])
  const { junctionServiceId, junctionTable, junctionField, junctionRefField } = relation
  if (junctionServiceId === null || junctionTable === null) return { ...relation, refTable }
  const junction = end(subject, junctionServiceId, junctionTable, [junctionField, junctionRefField])
  return { ...relation, refTable, junctionTable: junction }
}

/** Returns the exact name of the table at an end of the relation, as far as known here. */
function end(subject: RelationSubject, serviceId: number, table: string, columns: readonly (string | null)[]): string {
  if (serviceId !== subject.serviceId) {
    if (subject.serviceNames.has(serviceId)) return table
    throw new Problem(400, `There is no service with the identifier ${serviceId}.`)
  }
  const { state, others } = subject
  const known = state.byName.get(table)
  const draft = others.get(table.toLowerCase())
  if (known === undefined && draft === undefined && !same(table, subject.table)) {
    throw new Problem(400, `The table '${table}' does not exist.`)
  }
  const fields = new Set([
    ...(known?.fields.map(({ name }) => name) ?? []),
    ...(draft?.fields?.map(({ name }) => name) ?? []),
    ...(same(table, subject.table) ? subject.fields : []),
  ])
  for (const column of columns.flatMap(namesInList)) {
    if (!has(fields, column)) throw new Problem(400, `The table '${table}' has no field '${column}'.`)
  }
  return known?.name ?? draft?.name ?? table
}

function endsOf(relation: DescribedRelation): VirtualRelation {
  const list = (columns: readonly string[]) => (columns.length === 0 ? null : columns.join(','))
  return {
    type: relation.type,
    field: relation.fields.join(','),
    refServiceId: relation.refServiceId,
    refTable: relation.refTable,
    refField: relation.refFields.join(','),
    refOnUpdate: relation.refOnUpdate,
    refOnDelete: relation.refOnDelete,
    junctionServiceId: relation.junctionServiceId,
    junctionTable: relation.junctionTable,
    junctionField: list(relation.junctionFields),
    junctionRefField: list(relation.junctionRefFields),
  }
}

function extrasOf({ state, table }: RelationSubject, name: string): RelationExtras {
  return state.extras.relations.get(table)?.get(name.toLowerCase()) ?? noRelationExtras
}

function has(names: ReadonlySet<string>, name: string): boolean {
  for (const each of names) if (same(each, name)) return true
  return false
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
