import { send } from '../../../instance/send.ts'
import { equals } from '../../../instance/value-filter.ts'
import type { GridRecord } from '../../../widgets/grid/grid-source.ts'
import { labelOf, readOnlyReason } from '../field-kind.ts'
import { dataMessages } from '../messages.ts'
import { recordNames, type TableDescription } from '../table-description.ts'
import { type TablePlace, tablePath, type WireRelation, writeRecords } from '../wire-table.ts'

/** An open relation, from a record of one table to those of another. */
export interface OpenRelation {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly record: GridRecord
  readonly relation: WireRelation
  readonly target: TablePlace
  readonly child: TableDescription
}

/** Returns the values that the related records share, by their own field names; `null` if the record has no value to match. */
export function sharedValues({ table, record, relation, child }: OpenRelation): GridRecord | null {
  const own = recordNames(table, relation.field)
  const other = recordNames(child, relation.ref_field)
  if (own.length === 0 || own.length !== other.length) return null
  const pairs = other.map((name, at) => [name, record[own[at] ?? '']] as const)
  return pairs.some(([, value]) => value === null || value === undefined) ? null : Object.fromEntries(pairs)
}

/** Returns the filter for records with these values. */
export function equalityFilter(values: GridRecord): string {
  const parts = Object.entries(values).map(([name, value]) => equals(name, value))
  return parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '')
}

/** Whether the related records belong to this record, so that they are created and deleted in a form. */
export function isOwning({ type }: WireRelation): boolean {
  return type === 'has_many' || type === 'has_one'
}

/** The junction table of a many-to-many relation: its field for each of the two tables, with the fields that these reference. */
export interface Junction {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly own: string
  readonly ownValue: unknown
  readonly other: string
  /** The referenced field of the other table's records. */
  readonly otherField: string
}

/** Returns the junction of a relation; `null` if the server describes it incompletely, or if its keys are composite. */
export function junctionOf(
  { table, record, relation, child }: OpenRelation,
  place: TablePlace,
  between: TableDescription,
): Junction | null {
  const names = [
    recordNames(between, relation.junction_field),
    recordNames(between, relation.junction_ref_field),
    recordNames(table, relation.field),
    recordNames(child, relation.ref_field),
  ]
  if (names.some((parts) => parts.length !== 1)) return null
  const [own = '', other = '', field = '', otherField = ''] = names.flat()
  const ownValue = record[field]
  return ownValue === null || ownValue === undefined
    ? null
    : { place, table: between, own, ownValue, other, otherField }
}

/** Returns why records cannot be linked: the junction requires more than both keys. `null` if they can. */
export function linkProblem({ table, own, other }: Junction): string | null {
  const more = table.fields.filter(
    (field) => field.required && readOnlyReason(field) === null && field.name !== own && field.name !== other,
  )
  return more.length === 0
    ? null
    : dataMessages.requiredRecordMissing({ label: table.label, fields: more.map(labelOf).join(', ') })
}

/** Links another record, by adding a record to the junction. */
export async function link(junction: Junction, record: GridRecord): Promise<void> {
  const { place, own, ownValue, other, otherField } = junction
  await writeRecords({ verb: 'POST', place, records: [{ [own]: ownValue, [other]: record[otherField] }] })
}

/** Maximum number of links removed per request, as URLs are limited in length. */
const atOnce = 100

/** Removes links: deletes only the records of the junction. */
export async function unlink(junction: Junction, records: readonly GridRecord[]): Promise<void> {
  const { place, own, ownValue, other, otherField } = junction
  for (let from = 0; from < records.length; from += atOnce) {
    const some = records.slice(from, from + atOnce)
    const any = some.map((record) => `(${equals(other, record[otherField])})`).join(' OR ')
    const params = { filter: `(${equals(own, ownValue)}) AND (${any})` }
    await send({ verb: 'DELETE', path: tablePath(place), params })
  }
}
