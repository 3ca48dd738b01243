import { Problem } from '@millwright/contract/problem'
import type {
  ContractEnforcement,
  ContractMode,
  DocumentedField,
  TableDocument,
} from '@millwright/contract/wire/schema-contract'
import type {
  DescribedField,
  DescribedRelation,
  DescribedTable,
  LostFields,
} from '../../../../records/described-table.ts'
import { byApiName } from '../../../../records/names.ts'
import { aliasOf, withoutColumn } from './describe-field.ts'

/** How the locked schemas of a service apply. */
export interface Locks {
  readonly mode: ContractMode
  readonly enforcement: ContractEnforcement
  /** Name of the service. */
  readonly service: string
  /** Active snapshots by table names on the wire. */
  readonly documents: ReadonlyMap<string, TableDocument>
}

/** Returns a table as one kind of callers sees it. */
export type TableChange = (table: DescribedTable, locks: Locks) => DescribedTable

/** The locked shape for calls of records: without later fields, and with the aliases of that time. */
export const forRecords: TableChange = (table, { enforcement, documents, service }) => {
  const document = documents.get(table.name)
  if (document === undefined || enforcement === 'off') return table
  const lost = lostFields(table, document)
  const nullable = lost.filter((field) => field.allow_null)
  const kept = narrowed(table, document, nullable)
  return {
    ...kept,
    ...(enforcement === 'strict' ? { rejectsUnknownMembers: true as const } : {}),
    ...(lost.length === 0 ? {} : { missingFields: lossOf(table, lost, service) }),
  }
}

/** The locked shape for the description of the service, against which clients are developed. */
export const asDescribed: TableChange = (table, { mode, documents }) => {
  const document = documents.get(table.name)
  return document === undefined || mode === 'none' ? table : narrowed(table, document, lostFields(table, document))
}

/** Throws 409 for a strictly enforced table if the database no longer has one of its locked fields. */
export function assertNoLostFields(table: DescribedTable, { enforcement, documents, service }: Locks): void {
  const document = enforcement === 'strict' ? documents.get(table.name) : undefined
  if (document === undefined) return
  const lost = lostFields(table, document)
  if (lost.length > 0) throw lossOf(table, lost, service).problem
}

function lostFields({ fields }: DescribedTable, document: TableDocument): DocumentedField[] {
  const has = new Set(fields.map(({ name }) => name))
  return document.fields.filter(({ name }) => !has.has(name))
}

function lossOf({ name, apiName }: DescribedTable, lost: readonly DocumentedField[], service: string): LostFields {
  const names = lost.map((field) => `'${field.name}'`)
  const what = names.length === 1 ? `the field ${names[0]}` : `the fields ${names.join(', ')}`
  const where = `system/schema_contract/${service}/tables/${encodeURIComponent(name)}/diff`
  const sentence = `The table '${apiName}' no longer has ${what}, which its locked shape requires: see ${where}.`
  return {
    names: new Set(lost.map(({ alias, name }) => (alias ?? name).toLowerCase())),
    problem: new Problem(409, sentence),
  }
}

/** `lost`: fields that are returned as null, as the database no longer has them. */
function narrowed(table: DescribedTable, document: TableDocument, lost: readonly DocumentedField[]): DescribedTable {
  const columns = document.fields.map(({ name }) => name)
  const locked = new Map(document.fields.map(({ name, alias }) => [name, aliasOf(name, alias, columns)]))
  const relationships = new Map(document.relationships.map((relation) => [relation.name, relation.alias]))
  const there = table.fields.filter(({ name }) => locked.has(name)).map((field) => named(field, locked.get(field.name)))
  const fields = [...there, ...lost.map((field) => named(alwaysNull(field), locked.get(field.name)))]
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
    fieldByName: byApiName('fields', fields),
    relations,
    relationByName: byApiName('relations', relations),
    whole: table,
  }
}

const nullSql = 'CAST(NULL AS CHAR(1))'

function alwaysNull(field: DocumentedField): DescribedField {
  return {
    name: field.name,
    apiName: field.alias ?? field.name,
    alias: field.alias,
    label: field.label,
    description: field.description,
    type: field.type,
    dbType: field.db_type,
    length: field.length,
    precision: field.precision,
    scale: field.scale,
    ...withoutColumn,
    picklist: field.enum?.values ?? null,
    validation: null,
    isAggregate: false,
    dbFunctions: [{ use: ['SELECT'], function: nullSql, sql: nullSql, approved: true }],
  }
}

function named<Item extends DescribedField | DescribedRelation>(item: Item, alias: string | null = null): Item {
  return item.alias === alias ? item : { ...item, alias, apiName: alias ?? item.name }
}
