import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { TableDocument } from '@millwright/contract/wire/schema-contract'

/** Members of documents that files leave out if they have these values. */
const usualOfTable = {
  catalog: null,
  schema: null,
  type: 'table',
  description: null,
  indexes: [],
  relationships: [],
  openapi: {},
  native: { alias: null },
} satisfies Partial<TableDocument>

const usualOfField = {
  alias: null,
  description: null,
  element_type: null,
  length: null,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allow_null: false,
  auto_increment: false,
  read_only: false,
  generated: false,
  is_primary_key: false,
  is_unique: false,
  is_index: false,
  is_foreign_key: false,
  ref: null,
  enum: null,
  validation: null,
  openapi: {},
  native: {},
} satisfies Partial<TableDocument['fields'][number]>

const usualOfRelationship = { alias: null } satisfies Partial<TableDocument['relationships'][number]>

type Members = Readonly<Record<string, unknown>>

/** A document as a file has it: without what is usual, and with the names of other services. */
export function documentInFile(document: TableDocument, nameOf: (serviceId: string) => string | undefined): Members {
  const { fields, relationships, ...rest } = document
  return {
    ...without(usualOfTable, rest),
    fields: fields.map((field) => without(usualOfField, field)),
    ...(relationships.length > 0 && {
      relationships: relationships.map((each) => without(usualOfRelationship, withTarget(each, nameOf))),
    }),
  }
}

/** The documents in the tables of a file. `idOf`: `undefined` if there is no such service. Throws for what `problemOfTables` refuses. */
export function documentsOfFile(tables: unknown, idOf: (service: string) => string | undefined): TableDocument[] {
  return recordsIn(tables).map((table) => {
    const relationships = recordsIn(table.relationships).map((each) => withTarget(each, idOf))
    const whole = completed({ ...table, relationships })
    if (!isDocument(whole)) throw new Error(formOf(table))
    return whole
  })
}

/** What is wrong with the tables of a file, or `null`. */
export function problemOfTables(value: unknown): string | null {
  if (!Array.isArray(value) || !value.every(isRecord)) return mustBe
  const names = value.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `tables has '${String(twice)}' twice.`
  const wrong = value.find((table) => !isDocument(completed(table)))
  return wrong === undefined ? null : formOf(wrong)
}

const mustBe = 'tables must be a list of locked tables, each with name, label, fields and primary_key.'
const formOf = ({ name }: Members) => `${mustBe} '${String(name)}' is none: export one to see its form.`

/** With what files leave out. */
function completed({ fields, relationships, ...rest }: Members): Members {
  return {
    ...usualOfTable,
    ...rest,
    fields: listed(fields, usualOfField),
    relationships: listed(relationships ?? [], usualOfRelationship),
  }
}

const listed = (list: unknown, usual: Members) =>
  Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? { ...usual, ...each } : each)) : list

function isDocument(whole: unknown): whole is TableDocument {
  if (!isRecord(whole)) return false
  const { primary_key: key, fields, relationships } = whole
  return (
    hasTexts(whole, ['name', 'label']) &&
    hasTypes(whole, usualOfTable) &&
    Array.isArray(key) &&
    key.every((name) => typeof name === 'string') &&
    Array.isArray(fields) &&
    fields.every(
      (field) => isRecord(field) && hasTexts(field, ['name', 'label', 'type']) && hasTypes(field, usualOfField),
    ) &&
    Array.isArray(relationships) &&
    relationships.every((each) => isRecord(each) && hasTexts(each, ['name', 'type', 'target']))
  )
}

const hasTexts = (of: Members, names: readonly string[]) =>
  names.every((name) => typeof of[name] === 'string' && of[name] !== '')

/** Whether all that is there has the type of what is usual. */
const hasTypes = (of: Members, usual: Members) =>
  Object.entries(usual).every(
    ([name, value]) => value === null || of[name] === undefined || typeof of[name] === typeof value,
  )

const recordsIn = (list: unknown): Members[] => (Array.isArray(list) ? list.filter(isRecord) : [])

const without = (usual: Members, of: object): Members =>
  Object.fromEntries(Object.entries(of).filter(([name, value]) => !isDeepStrictEqual(usual[name], value)))

/** The service in the target of a relationship, such as `id → 4:order(customer_id)`. */
const serviceInTarget = /^(.*? → )([^:]+):/s

function withTarget<Each extends { readonly target?: unknown }>(
  relationship: Each,
  other: (service: string) => string | undefined,
): Each {
  const replaced = String(relationship.target).replace(serviceInTarget, (whole, before: string, service: string) => {
    const found = other(service)
    return found === undefined ? whole : `${before}${found}:`
  })
  return { ...relationship, target: replaced }
}
