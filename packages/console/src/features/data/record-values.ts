import type { CellDraft, RowDraft } from '../../widgets/grid/drafts.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { printValue, readValue } from './field-values.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

/** Input in a form, by field; missing fields are unchanged. */
export type TypedValues = ReadonlyMap<string, CellDraft>

/** Returns the initial input of a form: pending edits from the grid. */
export function typedAtFirst(draft: RowDraft | undefined): TypedValues {
  return draft?.changes ?? new Map()
}

/** Returns the initial values of a new record: literal defaults, and the values that link it to its parent record. */
export function defaultsOf({ fields, given: known }: TableDescription): GridRecord {
  const given = fields.filter((field) => {
    const value = field.default
    return value !== null && value !== undefined && typeof value !== 'object' && !field.is_virtual
  })
  return { ...Object.fromEntries(given.map((field) => [field.name, defaultValue(field)])), ...known }
}

/** Parses a default, which databases return as text; one that is not a literal value is left to the database. */
function defaultValue(field: WireField): unknown {
  if (typeof field.default !== 'string') return field.default
  const reading = readValue(field, field.default)
  return 'value' in reading ? reading.value : undefined
}

/** Returns the input after setting a field. Setting the stored value removes the change. */
export function withValue(typed: TypedValues, field: WireField, base: GridRecord, value: CellDraft): TypedValues {
  const next = new Map(typed)
  if (value.problem === undefined && sameValue(field, base[field.name], value.value)) next.delete(field.name)
  else next.set(field.name, value)
  return next
}

/** Parses typed text as a value of a field. */
export function typedText(field: WireField, text: string): CellDraft {
  const reading = readValue(field, text)
  return 'problem' in reading ? { value: text, problem: reading.problem } : { value: reading.value }
}

function sameValue(field: WireField, one: unknown, other: unknown): boolean {
  const [left, right] = [one ?? null, other ?? null]
  if (left === null || right === null) return left === right
  return printValue(field, left) === printValue(field, right)
}
