import { type FieldMessages, invalid } from '@millwright/contract/problem'
import type { Field } from '@millwright/contract/records/field'
import type { Vault } from '../../platform/vault.ts'
import type { Column, Shape } from './shape.ts'
import type { Row } from './sql-runner.ts'

export interface SentOptions {
  readonly creating: boolean
  /** Values are texts (csv, xml, forms): empty is absent, and types are read from the text. */
  readonly textual: boolean
  readonly vault: Vault
}

/** A value of the wire's type, and the column that it is for. */
export interface Accepted {
  readonly column: Column
  readonly value: unknown
}

/**
 * Reads a sent record into stored values by column: what is unknown, read only or a command is dropped, defaults fill what a
 * new record leaves out. Throws a 400 with all complaints by field.
 */
export function readStoredValues(shape: Shape, record: Readonly<Row>, options: SentOptions): Row {
  const { creating, vault } = options
  const values: Row = {}
  for (const { column, value } of acceptRecord(shape, record, options)) {
    const stored = column.write === null ? value : column.write(value, { vault, creating })
    if (stored !== undefined) values[column.name] = stored
  }
  return values
}

/** The same before the values take their stored form. */
export function acceptRecord(
  shape: Shape,
  record: Readonly<Row>,
  options: Pick<SentOptions, 'creating' | 'textual'>,
): Accepted[] {
  const problems: FieldMessages = {}
  const accepted: Accepted[] = []
  for (const column of shape.columns) {
    const { field, name, stored } = column
    if (!stored) continue
    const value = field.mode === 'readOnly' ? undefined : givenValue(column, record[name], options)
    if (value === undefined) {
      if (options.creating && field.required) complain(problems, column, missing(column))
      else if (options.creating && field.default !== undefined) accepted.push({ column, value: field.default })
      continue
    }
    const problem = problemOf(column, value)
    if (problem === null) accepted.push({ column, value })
    else complain(problems, column, problem)
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return accepted
}

function complain(problems: FieldMessages, { name }: Column, problem: string): void {
  problems[name] = [problem]
}

/** Undefined: not given. */
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

/** What a text of a file means for a field: empty is nothing, `true`, `false` and `null` are those values. */
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

function problemOf(column: Column, value: unknown): string | null {
  const { name, field, check } = column
  if (value === null) return field.nullable === false || field.required ? missing(column) : null
  const mistake = typeProblem(field, name, value)
  if (mistake !== null) return mistake
  if (typeof value === 'string') {
    if (field.required && value.trim() === '') return missing(column)
    if (value.includes('\0')) return `${name} must not contain a NUL character.`
    if (field.max !== undefined && value.length > field.max && [...value].length > field.max) {
      return `${name} must not have more than ${field.max} characters.`
    }
  }
  return check?.(value) ?? null
}

function typeProblem({ type }: Field, name: string, value: unknown): string | null {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : `${name} has to be true or false.`
    case 'id':
    case 'integer':
      return Number.isInteger(value) && Math.abs(Number(value)) <= 0x7fffffff
        ? null
        : `${name} has to be a whole number.`
    case 'string':
    case 'text':
    case 'datetime':
      return typeof value === 'string' ? null : `${name} has to be a text.`
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
