import type { CellDraft, RowDraft } from '../../widgets/data-grid/drafts.ts'
import type { GridRecord } from '../../widgets/data-grid/grid-source.ts'
import { printValue, readValue } from './field-values.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

/** What was typed into a form, by field; what is not in it is as it was. */
export type TypedValues = ReadonlyMap<string, CellDraft>

/** What a form holds at first: what was typed in the grid before. */
export function typedAtFirst(draft: RowDraft | undefined): TypedValues {
  return draft?.changes ?? new Map()
}

/** What a new record begins with: the defaults that are plain values, and what it has by belonging to another record. */
export function defaultsOf({ fields, given: known }: TableDescription): GridRecord {
  const given = fields.filter((field) => {
    const value = field.default
    return value !== null && value !== undefined && typeof value !== 'object' && !field.is_virtual
  })
  return { ...Object.fromEntries(given.map((field) => [field.name, defaultValue(field)])), ...known }
}

/** Databases tell defaults as text; a default that is no value of the field is left to the database. */
function defaultValue(field: WireField): unknown {
  if (typeof field.default !== 'string') return field.default
  const reading = readValue(field, field.default)
  return 'value' in reading ? reading.value : undefined
}

/** The form after a value was given to a field. The value that was there takes the change away. */
export function withValue(typed: TypedValues, field: WireField, base: GridRecord, value: CellDraft): TypedValues {
  const next = new Map(typed)
  if (value.problem === undefined && sameValue(field, base[field.name], value.value)) next.delete(field.name)
  else next.set(field.name, value)
  return next
}

/** What a typed text makes of a field. */
export function typedText(field: WireField, text: string): CellDraft {
  const reading = readValue(field, text)
  return 'problem' in reading ? { value: text, problem: reading.problem } : { value: reading.value }
}

function sameValue(field: WireField, one: unknown, other: unknown): boolean {
  const [left, right] = [one ?? null, other ?? null]
  if (left === null || right === null) return left === right
  return printValue(field, left) === printValue(field, right)
}
