import { createHash } from 'node:crypto'
import type { DocumentedField, DocumentedRelationship, TableDocument } from '@millwright/contract/wire/schema-contract'
import type { DescribedField, DescribedRelation, DescribedTable } from '../../../records/described-table.ts'

/** The shape of a table as callers see it, without volatile values (docs/wire/schema-contracts.md). */
export function tableDocument(table: DescribedTable): TableDocument {
  return {
    name: table.name,
    catalog: null,
    schema: table.table.schema,
    label: table.label,
    type: table.isView ? 'view' : 'table',
    description: table.description,
    fields: table.fields.filter(({ isAggregate }) => !isAggregate).map(documentedField),
    primary_key: table.primaryKey.map(({ name }) => name),
    indexes: [],
    relationships: table.relations.map(documentedRelationship),
    openapi: {},
    native: { alias: table.alias },
  }
}

function documentedField(field: DescribedField): DocumentedField {
  const { refTable, refField } = field
  return {
    name: field.name,
    alias: field.alias,
    label: field.label,
    description: field.description,
    type: field.type,
    element_type: null,
    db_type: field.dbType,
    native_type: field.dbType,
    length: field.length,
    precision: field.precision,
    scale: field.scale,
    default: plain(field.default),
    required: field.required,
    allow_null: field.allowNull,
    auto_increment: field.autoIncrement,
    read_only: field.generated,
    generated: field.generated,
    is_primary_key: field.isPrimaryKey,
    is_unique: field.isUnique,
    is_index: field.isIndex,
    is_foreign_key: field.isForeignKey,
    ref: refTable === null || refField === null ? null : { table: refTable, field: refField },
    enum: field.picklist === null ? null : { values: field.picklist, name: null },
    validation: field.validation,
    openapi: {},
    native: {},
  }
}

function documentedRelationship(relation: DescribedRelation): DocumentedRelationship {
  const { junctionTable, junctionFields, junctionRefFields } = relation
  const through =
    junctionTable === null ? '' : ` by ${junctionTable}(${junctionFields.join(',')} → ${junctionRefFields.join(',')})`
  const target = `${relation.refServiceId}:${relation.refTable}(${relation.refFields.join(',')})`
  return {
    name: relation.name,
    alias: relation.alias,
    label: relation.label,
    type: relation.type,
    target: `${relation.fields.join(',')} → ${target}${through}`,
  }
}

/** JSON has no bigint. */
const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : (value ?? null))

/** SHA-256 of the document in hex, independent of the order of members. */
export function documentHash(document: TableDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(document)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]))
}
