import { Problem } from '@millwright/contract/problem'
import type { ContractEnforcement, ContractMode, TableDocument } from '@millwright/contract/wire/schema-contract'
import type { DescribedField, DescribedRelation, DescribedTable } from '../../../records/described-table.ts'

/** How the locked shapes of a service are used. */
export interface Locks {
  readonly mode: ContractMode
  readonly enforcement: ContractEnforcement
  /** Active snapshots by the wire's names of their tables. */
  readonly documents: ReadonlyMap<string, TableDocument>
}

/** A table as one kind of readers sees it. */
export type Shape = (table: DescribedTable, locks: Locks) => DescribedTable

/** As its locked shape promises it to calls of records: without what came later, and under the aliases of that time. */
export const promised: Shape = (table, { enforcement, documents }) => {
  const document = documents.get(table.name)
  if (document === undefined || enforcement === 'off') return table
  return narrowed(table, document, enforcement === 'strict')
}

/** As the description of the service shows it: locked shapes are what clients are made for. */
export const asDescribed: Shape = (table, { mode, documents }) => {
  const document = documents.get(table.name)
  return document === undefined || mode === 'none' ? table : narrowed(table, document, false)
}

/** Refuses with 409 a strictly enforced shape of which the database has lost a field. */
export function assertKept({ name, apiName, fields }: DescribedTable, { enforcement, documents }: Locks): void {
  const document = enforcement === 'strict' ? documents.get(name) : undefined
  if (document === undefined) return
  const has = new Set(fields.map((field) => field.name))
  const lost = document.fields.filter((field) => !has.has(field.name)).map((field) => `'${field.name}'`)
  if (lost.length === 0) return
  const what = lost.length === 1 ? `the field ${lost[0]}` : `the fields ${lost.join(', ')}`
  throw new Problem(409, `The table '${apiName}' no longer has ${what}, which its locked shape promises.`)
}

function narrowed(table: DescribedTable, document: TableDocument, refusesUnknown: boolean): DescribedTable {
  const locked = new Map(document.fields.map((field) => [field.name, field.alias]))
  const relationships = new Map(document.relationships.map((relation) => [relation.name, relation.alias]))
  const fields = table.fields
    .filter(({ name }) => locked.has(name))
    .map((field) => named(field, locked.get(field.name)))
  const relations = table.relations
    .filter(({ name }) => relationships.has(name))
    .map((relation) => named(relation, relationships.get(relation.name)))
  const alias = typeof document.native.alias === 'string' ? document.native.alias : null
  return {
    ...table,
    alias,
    apiName: alias ?? table.name,
    fields,
    primaryKey: table.primaryKey.flatMap(({ name }) => fields.find((field) => field.name === name) ?? []),
    fieldByName: byApiName(fields),
    relations,
    relationByName: byApiName(relations),
    whole: table,
    ...(refusesUnknown ? { refusesUnknown } : {}),
  }
}

function named<Item extends DescribedField | DescribedRelation>(item: Item, alias: string | null = null): Item {
  return item.alias === alias ? item : { ...item, alias, apiName: alias ?? item.name }
}

/** Of two names that differ by case alone, the one that came first. */
export function byApiName<Item extends DescribedField | DescribedRelation>(
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    const key = item.apiName.toLowerCase()
    if (!found.has(key)) found.set(key, item)
  }
  return found
}
