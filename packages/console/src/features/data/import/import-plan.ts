import { ExactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { labelOf, lockOf } from '../field-kind.ts'
import { readValue } from '../field-values.ts'
import type { TableDescription } from '../table-description.ts'
import type { WireField } from '../wire-table.ts'
import type { FileRow } from './table-file.ts'

export const importModes = ['create', 'update'] as const
export type ImportMode = (typeof importModes)[number]

/** What an empty cell of a file stands for; NULL and nothing at all are `null` and `left-out`. */
export type EmptyCells = 'null' | 'left-out' | 'text'

/** For each column of the file the field that it goes to; null: none. */
export type Mapping = readonly (string | null)[]

export interface ImportPlan {
  readonly table: TableDescription
  readonly mapping: Mapping
  readonly mode: ImportMode
  readonly empty: EmptyCells
}

/** What a person chooses about an import. */
export interface ImportChoices {
  readonly mapping: Mapping
  readonly mode: ImportMode
  readonly empty: EmptyCells
  readonly keep: 'all' | 'good'
}

export interface RowProblem {
  readonly number: number
  readonly message: string
}

export interface PlannedRecord {
  readonly number: number
  readonly record: GridRecord
}

export type PlannedRow = PlannedRecord | RowProblem

/** Fields that a file can give values to. */
export function writableFields({ fields, key }: TableDescription): readonly WireField[] {
  return fields.filter((field) => lockOf(field) === null || key.includes(field.name))
}

/** Columns go to the fields that are called as they are, whatever the case, blanks and underlines. */
export function guessMapping(columns: readonly string[], table: TableDescription): Mapping {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
  const fields = writableFields(table)
  const exact = columns.map((column) => fields.find(({ name }) => name === column)?.name ?? null)
  const taken = new Set(exact)
  return columns.map((column, at) => {
    const same = exact[at] ?? null
    if (same !== null) return exact.indexOf(same) === at ? same : null
    const field = fields.find((one) => plain(one.name) === plain(column) || plain(labelOf(one)) === plain(column))
    if (!field || taken.has(field.name)) return null
    taken.add(field.name)
    return field.name
  })
}

/** Why nothing can be imported this way; null: it can. */
export function planProblem(plan: ImportPlan): string | null {
  const { table, mapping, mode } = plan
  const used = mapping.filter((name) => name !== null)
  if (used.length === 0) return 'Choose a field for at least one column.'
  const twice = used.find((name, at) => used.indexOf(name) !== at)
  if (twice !== undefined) return `Two columns go to ${twice}. Choose another field for one of them.`
  const unmapped = neededFields(plan).filter(({ name }) => !used.includes(name))
  if (mode !== 'update' && unmapped.length > 0) {
    const names = unmapped.map(labelOf).join(', ')
    return `${names} ${unmapped.length === 1 ? 'is' : 'are'} required: map a column to ${unmapped.length === 1 ? 'it' : 'each'}.`
  }
  if (mode === 'create') return null
  if (table.key.length === 0) return 'Without a primary key records cannot be found to be updated.'
  const missing = table.key.find((name) => !used.includes(name))
  if (missing !== undefined) return `To update records, a column has to go to their key, ${missing}.`
  return used.length > table.key.length ? null : 'Choose a field besides the key.'
}

/** The record that a row of the file makes, or what is wrong with it. */
export function plannedRow(row: FileRow, plan: ImportPlan): PlannedRow {
  const record: Record<string, unknown> = {}
  const problems: string[] = []
  const refused = new Set<string>()
  if (row.values.length > plan.mapping.length)
    problems.push(`It has ${row.values.length} cells, more than there are columns.`)
  for (const [at, name] of plan.mapping.entries()) {
    const field = name === null ? undefined : plan.table.fields.find((one) => one.name === name)
    if (!field) continue
    const given = givenValue(row.values[at], field, plan.empty)
    if (given === undefined) continue
    if ('problem' in given) {
      problems.push(`${labelOf(field)}: ${given.problem}`)
      refused.add(field.name)
    } else record[field.name] = given.value
  }
  for (const field of neededFields(plan)) {
    if (refused.has(field.name)) continue
    const value = record[field.name]
    if (value === undefined || value === null) problems.push(`${labelOf(field)} is missing.`)
  }
  return problems.length > 0 ? { number: row.number, message: problems.join(' ') } : { number: row.number, record }
}

function neededFields({ table, mode }: ImportPlan): readonly WireField[] {
  if (mode === 'update') return table.fields.filter(({ name }) => table.key.includes(name))
  return table.fields.filter((field) => field.required && lockOf(field) === null)
}

function givenValue(value: unknown, field: WireField, empty: EmptyCells) {
  if (value === undefined) return undefined
  if (value === null) return nullFor(field)
  if (value === '' && empty === 'left-out') return undefined
  if (value === '' && empty === 'null') return field.allow_null === false ? undefined : { value: null }
  const text = typeof value === 'object' ? stringifyExact(value) : String(value)
  const reading = readValue(field, text)
  // JSON tells numbers from texts, which a column without a type keeps.
  const isNumber = typeof value === 'number' || value instanceof ExactNumber
  return isNumber && 'value' in reading && reading.value === text ? { value } : reading
}

function nullFor(field: WireField) {
  if (field.allow_null !== false) return { value: null }
  return field.auto_increment ? undefined : { problem: 'NULL is not taken here.' }
}
