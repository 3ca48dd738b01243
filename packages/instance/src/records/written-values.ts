import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** The fields and relations that a sent record may have, and how they are read (docs/wire/table-writes.md, docs/wire/requests.md). */
export interface WriteModel<Value, Relation, Options> {
  /** Number of writable fields. */
  readonly count: number
  /** Finds a field by its name on the wire. */
  field(name: string): WrittenField<Value, Relation, Options> | undefined
  relation(name: string): Relation | undefined
  /** Fields that need handling when they were not sent. */
  readonly unsent: readonly WrittenField<Value, Relation, Options>[]
  /** Returns the error for a member that is neither a field nor a relation; `null`: it is ignored. */
  unknown(name: string): Problem | null
  /** Combines all errors of a record into one. */
  refusal(complaints: readonly [Problem, ...Problem[]]): Problem
}

export interface WrittenField<Value, Relation, Options> {
  /** Index among the writable fields. */
  readonly index: number
  /** Returns the value to store, or `undefined` to omit the field. Throws if the value is invalid. */
  read(sent: unknown, options: Options): Value | undefined
  /** Returns the value to store if nothing was sent, or `undefined` for none. Throws if the field is required. */
  fill(options: Options, related: readonly SentRelation<Relation>[]): Value | undefined
}

/** Related records within a record, as sent. */
export interface SentRelation<Relation> {
  readonly relation: Relation
  readonly sent: unknown
}

/** A sent record, prepared for writing. */
export interface WrittenRecord<Value, Relation> {
  /** By index of the field; `undefined`: not written. */
  readonly slots: (Value | undefined)[]
  readonly related: readonly SentRelation<Relation>[]
  /** Body as sent. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Reads a sent record: unknown members and fields that cannot be written are ignored; all invalid ones are reported in one 400. */
export function readWritten<Value, Relation, Options>(
  model: WriteModel<Value, Relation, Options>,
  record: unknown,
  options: Options,
): WrittenRecord<Value, Relation> {
  if (!isRecord(record)) throw new Problem(400, 'Each record must be an object.')
  const slots = new Array<Value | undefined>(model.count).fill(undefined)
  const related: SentRelation<Relation>[] = []
  const complaints = new Complaints()
  for (const name of Object.keys(record)) {
    const field = model.field(name)
    if (field === undefined) {
      const relation = model.relation(name)
      if (relation !== undefined) related.push({ relation, sent: record[name] })
      else complaints.add(model.unknown(name), null)
      continue
    }
    try {
      const value = field.read(record[name], options)
      if (value !== undefined) slots[field.index] = value
    } catch (error) {
      complaints.add(error, field.index)
    }
  }
  for (const field of model.unsent) {
    if (slots[field.index] !== undefined || complaints.isAbout(field.index)) continue
    try {
      slots[field.index] = field.fill(options, related)
    } catch (error) {
      complaints.add(error, field.index)
    }
  }
  const [first, ...more] = complaints.all
  if (first !== undefined) throw model.refusal([first, ...more])
  return { slots, related, body: record }
}

class Complaints {
  readonly all: Problem[] = []
  readonly #fields = new Set<number>()

  /** Rethrows anything but a `Problem`; ignores `null`. */
  add(error: unknown, field: number | null): void {
    if (error === null) return
    if (!(error instanceof Problem)) throw error
    this.all.push(error)
    if (field !== null) this.#fields.add(field)
  }

  isAbout(field: number): boolean {
    return this.#fields.has(field)
  }
}
