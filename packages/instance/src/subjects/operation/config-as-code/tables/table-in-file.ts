import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import { nearestName } from '../../../../platform/edit-distance.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import { labelOf, pluralOf } from '../../../data/databases/schema/names.ts'
import { action, type Complain, describedKeys, keyOrder, normalKeyOrder, normalKeys } from './keys-in-file.ts'

/** Members of a table besides its fields and relations. */
export const tableMembers = ['label', 'plural', 'alias', 'description', 'name_field', 'history'] as const

const none = null
/** What a field has if its file does not say otherwise. */
const usualOfField: Readonly<Row> = {
  type: none,
  db_type: none,
  length: none,
  precision: none,
  scale: none,
  default: none,
  allow_null: false,
  fixed_length: false,
  supports_multibyte: false,
  auto_increment: false,
  is_primary_key: false,
  is_unique: false,
  is_index: false,
  ref_table: none,
  ref_field: none,
  ref_on_update: none,
  ref_on_delete: none,
  alias: none,
  label: none,
  description: none,
  picklist: none,
  validation: none,
  db_function: none,
  is_virtual: false,
  is_aggregate: false,
}
const usualOfRelation: Readonly<Row> = {
  is_virtual: false,
  type: none,
  field: none,
  ref_service: none,
  ref_table: none,
  ref_field: none,
  ref_on_update: none,
  ref_on_delete: none,
  junction_service: none,
  junction_table: none,
  junction_field: none,
  junction_ref_field: none,
  alias: none,
  label: none,
  description: none,
  always_fetch: false,
  flatten: false,
  flatten_drop_prefix: false,
}
/** What a relation has of its own that follows from a foreign key. */
const annotations = ['alias', 'label', 'description', 'always_fetch', 'flatten', 'flatten_drop_prefix']

const idTypes = /^(?:pk|(?:big|medium|small)?id)$/
const usualFor = (field: Readonly<Row>): Readonly<Row> =>
  idTypes.test(String(field.type))
    ? { ...usualOfField, auto_increment: true, is_primary_key: true }
    : { ...usualOfField, ...(field.is_virtual === true && { allow_null: true }) }

/** A description of a table as rows of configuration have it. `serviceOf`: the name of another service, by its id. */
export function tableRow(name: string, table: Readonly<Row>, serviceOf: (id: unknown) => string | null): Row {
  const label = table.label === labelOf(String(table.name)) ? null : table.label
  const plural = table.plural === pluralOf(String(table.label)) ? null : table.plural
  const fields = rowsIn(table.field).filter(({ is_generated }) => is_generated !== true)
  const relations = rowsIn(table.related).map((each) => [String(each.name), relationOf(each, serviceOf)] as const)
  return {
    name,
    label,
    plural,
    alias: table.alias ?? null,
    description: table.description ?? null,
    name_field: table.name_field ?? null,
    history: table.history === true,
    fields: Object.fromEntries(fields.map((each) => [String(each.name), fieldOf(each)])),
    primary_key: keyOrder(table.primary_key, keyFields(fields)),
    keys: describedKeys(rowsIn(table.keys)),
    relations: orNull(Object.fromEntries(relations.filter(([, each]) => Object.keys(each).length > 0))),
  }
}

const orNull = (of: Readonly<Row>) => (Object.keys(of).length === 0 ? null : of)

function fieldOf(described: Readonly<Row>): Row {
  const { name, label } = described
  const type = typeOf(described)
  const field: Row = {
    ...described,
    ...type,
    ...(label === labelOf(String(name)) && { label: null }),
    ...sizesOf(described),
    ref_on_update: action(described.ref_on_update),
    ref_on_delete: action(described.ref_on_delete),
    db_function: functionsOf(described.db_function),
  }
  return without(usualFor(field), field)
}

/** A type by which the column can be made again: the simple one, unless that stands for others too. */
function typeOf({ type, db_type, is_virtual }: Readonly<Row>): Row {
  const own = String(db_type ?? '')
  if (is_virtual === true || own === '') return { type, db_type: null }
  const [small] = /^(?:tiny|small|medium)int/i.exec(own) ?? []
  if (type === 'integer' && small !== undefined) return { type: small.toLowerCase(), db_type: null }
  const isText = /char|text|clob|string/i.test(own)
  const isOther = (type === 'string' || type === 'any') && !isText
  return isOther || /with time zone/i.test(own) ? { type: null, db_type: own } : { type, db_type: null }
}

/** Sizes that are chosen, rather than those that follow from the type. */
function sizesOf({ type, length, precision, scale }: Readonly<Row>): Row {
  const isDecimal = type === 'decimal'
  return {
    length: type === 'string' || type === 'binary' ? length : null,
    precision: isDecimal ? precision : null,
    scale: isDecimal ? scale : null,
  }
}

const functionsOf = (list: unknown) =>
  Array.isArray(list) ? list.filter(isRecord).map(({ function_type: _, ...each }) => each) : null

/** Names of the fields of the primary key, in the order of the fields. */
const keyFields = (fields: readonly Readonly<Row>[]) =>
  fields.flatMap(({ name, type, is_primary_key }) =>
    is_primary_key === true || idTypes.test(String(type)) ? [String(name)] : [],
  )

/** Only what an administrator said of it; nothing of those that merely follow from a foreign key. */
function relationOf(described: Readonly<Row>, serviceOf: (id: unknown) => string | null): Row {
  const { name, label, is_virtual, ref_service_id, junction_service_id } = described
  const relation = {
    ...described,
    ...(label === labelOf(String(name)) && { label: null }),
    ref_service: serviceOf(ref_service_id),
    junction_service: serviceOf(junction_service_id),
  }
  const differences = without(usualOfRelation, relation)
  if (is_virtual === true) return differences
  return Object.fromEntries(Object.entries(differences).filter(([member]) => annotations.includes(member)))
}

/** The members in their usual order that differ from what is usual. */
function without(usual: Readonly<Row>, of: Readonly<Row>): Row {
  const names = Object.keys(usual).filter((name) => !isDeepStrictEqual(of[name] ?? null, usual[name]))
  return Object.fromEntries(names.map((name) => [name, of[name]]))
}

/** A sent row in the same form. `complain`: is told of members that there are not, and of fields without a type. */
export function normalTable(row: Readonly<Row>, complain: Complain): Row {
  const { label, plural, name, fields, primary_key, keys, relations } = row
  const { within = '' } = /^[^/]*\/(?<within>.*)$/s.exec(String(name))?.groups ?? {}
  const table = within.slice(within.lastIndexOf('.') + 1)
  const shown = label ?? labelOf(table)
  const fieldEntries = partsOf(fields, 'fields', usualOfField, complain)
  for (const [field, { type, db_type }] of fieldEntries) {
    if (typeof type !== 'string' && typeof db_type !== 'string')
      complain(`fields.${field}`, `The field '${field}' needs a type.`)
  }
  if (fieldEntries.length === 0) complain('fields', "A table needs 'fields', each as `name: {type: …}`.")
  const normalFields = fieldEntries.map(([each, field]) => [each, normalField(each, field)] as const)
  const related = partsOf(relations ?? {}, 'relations', usualOfRelation, complain)
  return {
    ...row,
    label: label === labelOf(table) ? null : label,
    plural: plural === pluralOf(String(shown)) ? null : plural,
    fields: Object.fromEntries(normalFields),
    primary_key: normalKeyOrder(
      primary_key,
      keyFields(normalFields.map(([each, field]) => ({ ...field, name: each }))),
      complain,
    ),
    keys: normalKeys(keys, new Set(fieldEntries.map(([each]) => each)), complain),
    relations: orNull(Object.fromEntries(related.map(([each, relation]) => [each, normal(each, relation)]))),
  }
}

const normal = (name: string, relation: Row) =>
  without(usualOfRelation, { ...relation, ...(relation.label === labelOf(name) && { label: null }) })

function normalField(name: string, field: Row): Row {
  const fieldRow: Row = { ...field, ...(field.label === labelOf(name) && { label: null }) }
  return without(usualFor(fieldRow), {
    ...usualFor(fieldRow),
    ...fieldRow,
    ref_on_update: action(fieldRow.ref_on_update),
    ref_on_delete: action(fieldRow.ref_on_delete),
    db_function: functionsOf(fieldRow.db_function),
  })
}

function partsOf(sent: unknown, part: string, usual: Readonly<Row>, complain: Complain): [string, Row][] {
  if (!isRecord(sent)) {
    complain(part, `'${part}' must have members, each as \`name: {…}\`.`)
    return []
  }
  return Object.entries(sent).map(([name, members]) => {
    if (!isRecord(members)) {
      complain(`${part}.${name}`, `'${name}' must have members.`)
      return [name, {}]
    }
    for (const member of Object.keys(members)) {
      if (Object.hasOwn(usual, member)) continue
      const nearest = nearestName(member, Object.keys(usual))
      const hint = nearest === null ? `Known are ${Object.keys(usual).join(', ')}.` : `Did you mean '${nearest}'?`
      complain(`${part}.${name}.${member}`, `There is no '${member}'. ${hint}`)
    }
    return [name, members]
  })
}

/** A row as `_schema` takes it: every member of every field, so that nothing stays of what was there before. */
export function tableDraft(name: string, row: Readonly<Row>, idOf: (service: string) => number | null): Row {
  const members = Object.fromEntries(tableMembers.map((member) => [member, row[member] ?? null]))
  const fields = Object.entries(isRecord(row.fields) ? row.fields : {}).map(([each, fieldDefinition]) =>
    fieldDraft(each, fieldDefinition),
  )
  return {
    ...members,
    name,
    history: row.history === true,
    primary_key: row.primary_key ?? keyFields(fields),
    keys: rowsIn(row.keys),
    field: fields,
    related: Object.entries(isRecord(row.relations) ? row.relations : {}).map(([relation, relationDefinition]) => {
      const { ref_service, junction_service, ...whole } = {
        ...usualOfRelation,
        ...(isRecord(relationDefinition) ? relationDefinition : {}),
      }
      const ids = { ref_service_id: idIn(ref_service), junction_service_id: idIn(junction_service) }
      return { ...whole, ...ids, name: relation }
    }),
  }

  function idIn(service: unknown): number | null {
    return typeof service === 'string' ? idOf(service) : null
  }
}

function fieldDraft(name: string, fieldDefinition: unknown): Row {
  const members = isRecord(fieldDefinition) ? fieldDefinition : {}
  const { db_type, ...whole }: Row = { ...usualFor(members), ...members, name }
  const draft = { ...whole, is_foreign_key: typeof members.ref_table === 'string' }
  // A type of the database is only heeded where there is no simple one.
  return typeof members.type === 'string' ? draft : { ...draft, db_type }
}

/** Names of virtual relations and annotated ones that a description has, and a row does not. */
export function goneRelations(described: Readonly<Row>, row: Readonly<Row>): string[] {
  const before = tableRow('', described, () => null).relations
  const after = isRecord(row.relations) ? row.relations : {}
  return Object.keys(isRecord(before) ? before : {}).filter((name) => !Object.hasOwn(after, name))
}

/** Fields that the database computes, which no folder has. */
export const generatedFields = (described: Readonly<Row>): Row[] =>
  rowsIn(described.field).flatMap(({ name, is_generated }) => (is_generated === true ? [{ name }] : []))

export const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])
