import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Dialect } from '../../engines/engine.ts'
import type { BoundValue } from '../../engines/statement.ts'
import { fieldProblem } from '../../engines/values/field-problem.ts'
import { type Lookups, substituteInValue } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedRelation } from '../described-table.ts'
import { saysNone } from './related-target.ts'
import { now, readExpression, SqlConstant } from './sql-constant.ts'
import { validate } from './validation/validate.ts'
import type { WriteField, WriteFields } from './write-fields.ts'

/** A sent record, ready to be written. */
export interface Draft {
  /** By the index of the field; undefined: not written. */
  readonly slots: (BoundValue | SqlConstant | undefined)[]
  /** Related records in it, as they were sent. */
  readonly related: readonly SentRelation[]
}

export interface SentRelation {
  readonly relation: DescribedRelation
  readonly sent: unknown
}

export interface DraftOptions {
  readonly dialect: Dialect
  readonly creating: boolean
  /** Values came as texts, of which an empty one may mean nothing. */
  readonly textual: boolean
  /** Null: nobody is signed in. */
  readonly userId: number | null
  /** What texts may have in braces; null: none of them has a brace. */
  readonly lookups: Lookups | null
}

/**
 * Reads a sent record (docs/wire/table-writes.md). Unknown members and fields that cannot be written are passed over, unless the shape of the
 * table is locked and strict; all fields that do not fit are named in one 400.
 */
export function readDraft(fields: WriteFields, record: unknown, options: DraftOptions): Draft {
  if (!isRecord(record)) throw new Problem(400, 'Each record has to be an object.')
  const slots = new Array<BoundValue | SqlConstant | undefined>(fields.all.length).fill(undefined)
  const related: SentRelation[] = []
  let complaints: Problem[] | null = null
  for (const name of Object.keys(record)) {
    const field = fields.byName.get(name) ?? fields.byName.get(name.toLowerCase())
    if (field === undefined) {
      const relation = fields.table.relationByName.get(name.toLowerCase())
      if (relation !== undefined) related.push({ relation, sent: record[name] })
      else if (fields.table.refusesUnknown)
        complaints = [...(complaints ?? []), fieldProblem({ apiName: name }, locked)]
      continue
    }
    try {
      const value = readField(field, record[name], options)
      if (value !== undefined) slots[field.index] = value
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      complaints = [...(complaints ?? []), error]
    }
  }
  for (const field of fields.automatic) fill(field, slots, options)
  if (options.creating) {
    for (const { field, index } of fields.required) {
      const complained = slots[index] !== undefined || complaints?.some(({ context }) => names(context, field.apiName))
      if (!complained && !related.some((each) => leadsTo(each, field)))
        complaints = [...(complaints ?? []), fieldProblem(field, 'is required.')]
    }
  }
  if (complaints !== null) throw joined(complaints)
  return { slots, related }
}

const locked = 'cannot be written: the shape of the table is locked.'

/** Whether anything in a payload has a brace, without which no lookup is in it. */
export function mentionsLookup(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{')
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(mentionsLookup)
}

/** Undefined: the field is left out. */
function readField(
  { field, read, validation, automatic, changeable, isText }: WriteField,
  sent: unknown,
  { dialect, creating, textual, userId, lookups }: DraftOptions,
): BoundValue | SqlConstant | undefined {
  if (sent === undefined || validation?.readOnly === true || (!creating && !changeable)) return undefined
  if (automatic !== null && (automatic.what === 'now' || userId !== null)) return undefined
  if (textual && sent === '' && !isText && !field.allowNull) return undefined
  const value = lookups === null ? sent : substituteInValue(sent, lookups)
  if (validation !== null) {
    const answer = validate(validation, value, creating)
    if (answer === 'ignore') return undefined
    if (answer !== true) throw complaint(field.apiName, answer.message ?? `Field '${field.apiName}' ${answer.says}`)
  }
  const expression = typeof value === 'object' ? readExpression(dialect, field, value) : undefined
  if (expression instanceof SqlConstant) return expression
  const bound = read(expression === undefined ? value : expression)
  if (bound !== null) return bound
  if (field.autoIncrement && creating) return undefined
  if (!field.allowNull) throw fieldProblem(field, 'must not be null.')
  return null
}

function fill({ automatic, index }: WriteField, slots: Draft['slots'], { creating, userId }: DraftOptions): void {
  if (automatic === null || (!creating && !automatic.onUpdate)) return
  if (automatic.what === 'now') slots[index] = now
  else if (userId !== null) slots[index] = userId
}

/** The record that this one belongs to is in it, and gives the field its value once it is written. */
function leadsTo({ relation: { type, fields }, sent }: SentRelation, { name }: DescribedField): boolean {
  return type === 'belongs_to' && fields.length === 1 && fields[0] === name && !saysNone(sent)
}

function complaint(apiName: string, sentence: string): Problem {
  return new Problem(400, sentence, { context: { [apiName]: [sentence] } })
}

function names(context: unknown, apiName: string): boolean {
  return isRecord(context) && Object.hasOwn(context, apiName)
}

function joined(complaints: readonly Problem[]): Problem {
  const [only] = complaints
  if (only !== undefined && complaints.length === 1) return only
  const context = Object.assign({}, ...complaints.map((each) => each.context)) as unknown
  return new Problem(400, complaints.map(({ message }) => message).join(' '), { context })
}
