import { numberWithPoint } from '@millwright/contract/wire/csv-form'
import { ExactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'
import type {
  EmptyCells,
  FieldReading,
  ImportField,
  ImportPlan,
  ImportTarget,
  Mapping,
  PlannedRecord,
} from './import-target.ts'
import { t } from './messages.ts'
import type { RowProblem, ValueProblem } from './problems.ts'
import type { FileRow, TableFile } from './table-file.ts'

export type PlannedRow = PlannedRecord | RowProblem

/** Whether the values of a column can be those of a field. */
type Fits = (at: number, field: ImportField) => boolean

/**
 * Maps columns to fields of the same name, ignoring case, spaces and underscores; then those that are left by likeness: one that has all
 * words of the other, as `Customer name` has those of `name`, if it is the only one and its values fit. Keys are not guessed by likeness.
 */
export function guessMapping(
  columns: readonly string[],
  { fields, key }: Pick<ImportTarget, 'fields' | 'key'>,
  fits: Fits = () => true,
): Mapping {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
  const exact = columns.map((column) => fields.find(({ name }) => name === column)?.name ?? null)
  const taken = new Set(exact)
  const named = columns.map((column, at) => {
    const same = exact[at] ?? null
    if (same !== null) return exact.indexOf(same) === at ? same : null
    const field = fields.find(({ name, label }) => plain(name) === plain(column) || plain(label) === plain(column))
    if (!field || taken.has(field.name)) return null
    taken.add(field.name)
    return field.name
  })
  const open = fields.filter(({ name, updateOnly }) => !updateOnly && !taken.has(name) && !key.includes(name))
  const left = columns.flatMap((_, at) => (named[at] === null ? [at] : []))
  const likeTo = (at: number) => open.filter((field) => areAlike(columns[at] ?? '', field) && fits(at, field))
  return named.map((name, at) => {
    if (name !== null || exact[at] !== null) return name
    const [field, another] = likeTo(at)
    const isOnly = field !== undefined && another === undefined
    return isOnly && left.filter((other) => likeTo(other).includes(field)).length === 1 ? field.name : null
  })
}

function areAlike(column: string, { name, label }: ImportField): boolean {
  const words = wordsOf(column)
  return [name, label].some((each) => {
    const own = wordsOf(each)
    return own.size > 0 && words.size > 0 && (isWithin(own, words) || isWithin(words, own))
  })
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word))

function wordsOf(name: string): Set<string> {
  const split = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return new Set(split.match(/[\p{L}\p{N}]+/gu))
}

/** The initial mapping of a file: by the names of its columns; without names, by position. */
export function mappingOf(file: TableFile, target: Pick<ImportTarget, 'fields' | 'key'>): Mapping {
  const { columns, form } = file
  const fields = target.fields.filter(({ updateOnly }) => !updateOnly)
  if (form?.hasHeader === false) return columns.map((_, at) => fields[at]?.name ?? null)
  return guessMapping(columns, target, (at, field) => misfits(file, at, field, 'null') === null)
}

/** Required fields without a column. */
export function unmappedFields(plan: ImportPlan): readonly ImportField[] {
  return neededFields(plan).filter(({ name }) => !plan.mapping.includes(name))
}

/** Why the mapping cannot be imported, or `null`. */
export function planProblem(plan: ImportPlan): string | null {
  const { target, mapping, mode } = plan
  const used = mapping.filter((name) => name !== null)
  if (used.length === 0) return t.mappingMissing
  const twice = used.find((name, at) => used.indexOf(name) !== at)
  if (twice !== undefined) return t.twoColumns({ field: twice })
  const unmapped = unmappedFields(plan)
  if (mode === 'create') {
    if (unmapped.length === 0) return null
    const names = unmapped.map(({ label }) => label).join(', ')
    return t.fieldsRequired({ fields: names, count: unmapped.length })
  }
  if (target.key.length === 0) return t.updateWithoutKey
  const [missing] = unmapped
  if (missing !== undefined) return t.keyUnmapped({ name: missing.name })
  return used.length > target.key.length ? null : t.onlyKeyMapped
}

/** Converts a row of the file to a record, or returns its problems. */
export function plannedRow(row: FileRow, plan: ImportPlan): PlannedRow {
  const record: Record<string, unknown> = {}
  const problems: ValueProblem[] = []
  const refused = new Set<string>()
  if (row.values.length > plan.mapping.length) {
    const message = t.tooManyCells({ count: row.values.length })
    problems.push({ label: null, message, value: null })
  }
  for (const [at, name] of plan.mapping.entries()) {
    const field = name === null ? undefined : fieldOf(plan, name)
    if (!field) continue
    const result = givenValue(row.values[at], field, plan)
    if (result === undefined) continue
    if ('problem' in result) {
      problems.push({ label: field.label, message: result.problem, value: printed(row.values[at]) })
      refused.add(field.name)
    } else record[field.name] = result.value
  }
  for (const field of neededFields(plan)) {
    const value = record[field.name]
    if (refused.has(field.name) || (value !== undefined && value !== null)) continue
    problems.push({ label: field.label, message: t.valueRequired, value: null })
  }
  return problems.length > 0 ? { number: row.number, problems } : { number: row.number, record }
}

/** The number of sample rows with a value that does not fit the field, and why the first does not. */
export function misfits({ sample, form }: TableFile, at: number, field: ImportField, empty: EmptyCells) {
  const refusals = sample.flatMap(({ values }) => {
    const result = givenValue(values[at], field, { empty, decimalComma: form?.decimalComma ?? false })
    return result !== undefined && 'problem' in result ? [result.problem] : []
  })
  const [first] = refusals
  return first === undefined ? null : { count: refusals.length, of: sample.length, problem: first }
}

/** A value of a file as text. */
export function printed(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? stringifyExact(value) : String(value)
}

function fieldOf({ target, mode }: ImportPlan, name: string): ImportField | undefined {
  return target.fields.find((one) => one.name === name && (mode === 'update' || !one.updateOnly))
}

function neededFields({ target, mode }: ImportPlan): readonly ImportField[] {
  return target.fields.filter(({ name, required }) => (mode === 'update' ? target.key.includes(name) : required))
}

function givenValue(
  value: unknown,
  field: ImportField,
  { empty, decimalComma }: Pick<ImportPlan, 'empty' | 'decimalComma'>,
): FieldReading | undefined {
  if (value === undefined) return undefined
  if (value === null) return nullFor(field)
  if (value === '' && empty === 'left-out') return undefined
  if (value === '' && empty === 'null') return field.emptyIsNull ? { value: null } : undefined
  const rawText = printed(value) ?? ''
  const text = decimalComma && field.isNumber ? numberWithPoint(rawText) : rawText
  if (text === null) return { problem: t.eitherSign }
  const reading = field.read(text)
  // JSON distinguishes numbers from text; a column without a type preserves that.
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  return isNumber && 'value' in reading && reading.value === text ? { value } : reading
}

function nullFor({ none }: ImportField): FieldReading | undefined {
  if (none === 'null') return { value: null }
  return none === 'left-out' ? undefined : { problem: t.nullRefused }
}
