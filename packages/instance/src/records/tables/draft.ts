import type { Dialect } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { fieldProblem } from '@millwright/connector/engine/values/field-problem'
import { Problem } from '@millwright/contract/problem'
import { numberWithPoint } from '@millwright/contract/wire/csv-form'
import { type Lookups, substituteInValue } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedRelation } from '../described-table.ts'
import { isEmptyRelation } from '../write-related-rows.ts'
import { readWritten, type WriteModel, type WrittenRecord } from '../written-values.ts'
import { now, readExpression, SqlConstant } from './sql-constant.ts'
import { validate } from './validation/validate.ts'
import type { WriteField, WriteFields } from './write-fields.ts'

/** A sent record, prepared for writing. */
export type Draft = WrittenRecord<BoundValue | SqlConstant, DescribedRelation>

type DescribedModel = WriteModel<BoundValue | SqlConstant, DescribedRelation, DraftOptions>

export interface DraftOptions {
  readonly dialect: Dialect
  readonly creating: boolean
  /** Values are texts, of which an empty one may mean absent. */
  readonly textual: boolean
  /** Texts of numbers have a decimal comma. */
  readonly decimalComma: boolean
  /** `null`: not signed in. */
  readonly userId: number | null
  /** Lookup keys for texts in the record; `null`: it contains no brace. */
  readonly lookups: Lookups | null
}

/**
 * Reads a sent record (docs/wire/table-writes.md). Unknown members and fields that cannot be written are ignored, unless the table is
 * locked in strict mode; all invalid fields are reported in one 400.
 */
export function readDraft(fields: WriteFields, record: unknown, options: DraftOptions): Draft {
  const draft = readWritten(modelOf(fields), record, options)
  if (draft.related.length === 0 || options.dialect.transactions) return draft
  throw new Problem(400, 'This database has no transactions: write related records in separate requests.')
}

const models = new WeakMap<WriteFields, DescribedModel>()

function modelOf(fields: WriteFields): DescribedModel {
  const known = models.get(fields)
  if (known !== undefined) return known
  const { table, all, byName, generated, required, automatic } = fields
  const writable = all.map((field) => ({
    index: field.index,
    read: (sent: unknown, options: DraftOptions) => readField(field, sent, options),
    fill: (options: DraftOptions, related: Draft['related']) =>
      filled(field, options) ?? missing(field, required.includes(field), options, related),
  }))
  const unsent = new Set([...automatic, ...required].map(({ index }) => index))
  const model: DescribedModel = {
    count: all.length,
    field(name) {
      const found = byName.get(name)
      if (found !== undefined) return writable[found.index]
      const computed = generated.get(name)
      return computed === undefined ? undefined : readOnly(computed)
    },
    relation: (name) => table.relationByName.get(name),
    unsent: writable.filter(({ index }) => unsent.has(index)),
    unknown(name) {
      if (table.missingFields?.names.has(name.toLowerCase())) throw table.missingFields.problem
      return table.rejectsUnknownMembers ? fieldProblem({ apiName: name }, locked) : null
    },
    refusal: joined,
  }
  models.set(fields, model)
  return model
}

const locked = 'cannot be written: the shape of the table is locked.'

/** A field that the database computes. Nothing may be written to it, but an empty cell of a file is nothing. */
function readOnly(field: DescribedField): ReturnType<DescribedModel['field']> {
  return {
    index: -1,
    read(sent) {
      if (sent === undefined || sent === null || sent === '') return undefined
      throw fieldProblem(field, 'is computed by the database and cannot be written.')
    },
    fill: () => undefined,
  }
}

/** Returns whether a payload contains a brace, without which it has no lookups. */
export function mentionsLookup(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{')
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(mentionsLookup)
}

/** Returns `undefined` if the field is omitted. */
function readField(
  { field, read, validation, automatic, changeable, isText, isNumber }: WriteField,
  sent: unknown,
  { dialect, creating, textual, decimalComma, userId, lookups }: DraftOptions,
): BoundValue | SqlConstant | undefined {
  if (sent === undefined || validation?.readOnly === true || (!creating && !changeable)) return undefined
  if (automatic !== null && (automatic.what === 'now' || userId !== null)) return undefined
  if (textual && sent === '' && !isText && !field.allowNull) return undefined
  const input = lookups === null ? sent : substituteInValue(sent, lookups)
  const value = decimalComma && isNumber && typeof input === 'string' ? withPoint(field, input) : input
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

/** A number of a file with decimal commas, as databases read it. */
function withPoint(field: DescribedField, text: string): string {
  const number = numberWithPoint(text)
  if (number !== null) return number
  throw fieldProblem(
    field,
    `must not be '${text.slice(0, 40)}' among numbers with a decimal comma, as it may mean either.`,
  )
}

/** Returns the value that the instance fills in automatically. */
function filled({ automatic }: WriteField, { creating, userId }: DraftOptions): BoundValue | SqlConstant | undefined {
  if (automatic === null || (!creating && !automatic.onUpdate)) return undefined
  return automatic.what === 'now' ? now : (userId ?? undefined)
}

function missing(
  { field }: WriteField,
  isRequired: boolean,
  { creating }: DraftOptions,
  related: Draft['related'],
): undefined {
  if (creating && isRequired && !related.some((each) => leadsTo(each, field))) throw fieldProblem(field, 'is required.')
}

/** Returns whether the record contains its owner, which provides the field's value once written. */
function leadsTo({ relation: { type, fields }, sent }: Draft['related'][number], { name }: DescribedField): boolean {
  return type === 'belongs_to' && fields.length === 1 && fields[0] === name && !isEmptyRelation(sent)
}

function complaint(apiName: string, sentence: string): Problem {
  return new Problem(400, sentence, { context: { [apiName]: [sentence] } })
}

function joined([first, ...more]: readonly [Problem, ...Problem[]]): Problem {
  if (more.length === 0) return first
  const complaints = [first, ...more]
  const context = Object.assign({}, ...complaints.map((each) => each.context)) as unknown
  return new Problem(400, complaints.map(({ message }) => message).join(' '), { context })
}
