import { invalid, Problem } from '@millwright/contract/problem'
import type { Field, RecordFieldType } from '@millwright/contract/records/field'
import { isLonger } from '../../platform/plain-text.ts'
import type { Vault } from '../../platform/vault.ts'
import { readWritten, type SentRelation, type WriteModel } from '../written-values.ts'
import type { Column, DeclaredTable } from './declared-table.ts'
import type { WritableRelation } from './relation.ts'
import type { Row } from './sql-runner.ts'

export interface SentOptions {
  readonly creating: boolean
  /** Values are texts (CSV, XML, forms): empty means absent, and types are parsed from the text. */
  readonly textual: boolean
  readonly vault: Vault
}

/** A sent record prepared for writing: stored values by column, and its relations. */
export interface ReadBodyRecord {
  readonly values: Row
  readonly related: readonly SentRelation<WritableRelation>[]
  /** Body as sent. */
  readonly body: Readonly<Row>
}

/**
 * Converts a sent record to stored values by column: unknown fields, read-only fields and commands are dropped, defaults fill what a new
 * record omits. Throws a 400 with all errors by field.
 */
export function readStoredValues(declared: DeclaredTable, record: Readonly<Row>, options: SentOptions): Row {
  return readStoredRecord(declared, null, record, options).values
}

/** Like `readStoredValues`, with the relations of the record; `null`: it has none. */
export function readStoredRecord(
  declared: DeclaredTable,
  relations: ReadonlyMap<string, WritableRelation> | null,
  record: unknown,
  options: SentOptions,
): ReadBodyRecord {
  const { columns, model } = modelOf(declared)
  const { slots, related, body } = readWritten(
    relations === null ? model : withRelations(model, relations),
    record,
    options,
  )
  const values: Row = {}
  for (const { name, index } of columns) {
    const stored = slots[index]
    if (stored?.value !== undefined) values[name] = stored.value
  }
  return { values, related, body }
}

/** A value to store; `undefined` leaves the stored value unchanged. */
interface Stored {
  readonly value: unknown
}

type DeclaredModel = WriteModel<Stored, WritableRelation, SentOptions>

interface ShapeModel {
  readonly columns: readonly { readonly name: string; readonly index: number }[]
  readonly model: DeclaredModel
}

const models = new WeakMap<DeclaredTable, ShapeModel>()

function modelOf(declared: DeclaredTable): ShapeModel {
  const known = models.get(declared)
  if (known !== undefined) return known
  const stored = declared.columns.filter((column) => column.stored)
  const fields = stored.map((column, index) => ({
    index,
    read: (sent: unknown, options: SentOptions) => readValue(column, sent, options),
    fill: (options: SentOptions) => defaultValue(column, options),
  }))
  const byName = new Map(stored.map(({ name }, index) => [name, fields[index]]))
  const model: DeclaredModel = {
    count: stored.length,
    field: (name) => byName.get(name),
    relation: () => undefined,
    unsent: fields.filter((_, index) => stored[index]?.field.required || stored[index]?.field.default !== undefined),
    unknown: () => null,
    refusal: (complaints) => invalid(Object.assign({}, ...complaints.map(({ context }) => context))),
  }
  const shape = { columns: stored.map(({ name }, index) => ({ name, index })), model }
  models.set(declared, shape)
  return shape
}

function withRelations(model: DeclaredModel, relations: ReadonlyMap<string, WritableRelation>): DeclaredModel {
  return { ...model, relation: (name) => relations.get(name) }
}

function readValue(column: Column, sent: unknown, options: SentOptions): Stored | undefined {
  const value = column.field.mode === 'readOnly' ? undefined : givenValue(column, sent, options)
  if (value === undefined) return undefined
  const problem = problemOf(column, value)
  if (problem !== null) throw complaint(column, problem)
  return storedAs(column, value, options)
}

/** Returns the default of a new record for a column that was not sent. */
function defaultValue(column: Column, options: SentOptions): Stored | undefined {
  const { field } = column
  if (!options.creating) return undefined
  if (field.required) throw complaint(column, missing(column))
  return field.default === undefined ? undefined : storedAs(column, field.default, options)
}

function storedAs({ write }: Column, value: unknown, { vault, creating }: SentOptions): Stored {
  return { value: write === null ? value : write(value, { vault, creating }) }
}

function complaint({ name }: Column, sentence: string): Problem {
  return new Problem(400, sentence, { context: { [name]: [sentence] } })
}

/** Returns `undefined` if no value was given. */
function givenValue(
  { field, accept }: Column,
  sent: unknown,
  { textual, creating }: Pick<SentOptions, 'creating' | 'textual'>,
): unknown {
  if (sent === undefined) return undefined
  let value = textual ? readText(field, sent) : sent
  if (value !== undefined && accept !== null) value = accept(value)
  if (value === null && field.nullable === false && (creating || !field.required)) {
    return creating || field.default === undefined ? undefined : field.default
  }
  if (typeof value === 'number' && (field.type === 'string' || field.type === 'text')) return String(value)
  if (field.type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (field.type === 'integer' && typeof value === 'string' && /^-?\d{1,10}$/.test(value)) return Number(value)
  if (field.cut && field.max !== undefined && typeof value === 'string') return cutTo(value, field.max)
  return value
}

/** Parses a text from a file for a field: empty is absent; `true`, `false` and `null` are those values. */
function readText(field: Field, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  if (sent === '') return undefined
  if (sent === 'null') return null
  if (field.type === 'boolean') return textBooleans.get(sent.trim().toLowerCase()) ?? sent
  if (field.type === 'integer') return /^-?\d{1,10}$/.test(sent.trim()) ? Number(sent) : sent
  if (field.type === 'json') return parsed(sent)
  return sent
}

const textBooleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function missing({ name, called = name }: Column): string {
  return `${called} is required.`
}

/** Maximum numbers of characters of fields that declare none. */
const usualMax: Readonly<Partial<Record<RecordFieldType, number>>> = { string: 65_535, text: 5_000_000 }

function problemOf(column: Column, value: unknown): string | null {
  const { name, field, check } = column
  if (value === null) return field.nullable === false || field.required ? missing(column) : null
  const mistake = typeProblem(field, name, value)
  if (mistake !== null) return mistake
  if (typeof value === 'string') {
    if (field.required && value.trim() === '') return missing(column)
    if (value.includes('\0')) return `${name} must not contain a NUL character.`
    const max = field.max ?? usualMax[field.type]
    if (max !== undefined && isLonger(value, max)) return `${name} must not have more than ${max} characters.`
  }
  return check?.(value) ?? null
}

function typeProblem({ type }: Field, name: string, value: unknown): string | null {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : `${name} must be true or false.`
    case 'id':
    case 'integer':
      return Number.isInteger(value) && Math.abs(Number(value)) <= 0x7fffffff ? null : `${name} must be a whole number.`
    case 'string':
    case 'text':
    case 'datetime':
      return typeof value === 'string' ? null : `${name} must be a text.`
    case 'json':
      return isDeep(value) ? `${name} is nested too deeply.` : null
  }
}

const deepest = 64

function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

function cutTo(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = [...text]
  return characters.length > max ? characters.slice(0, max).join('') : text
}
