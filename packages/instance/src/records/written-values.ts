import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** What members of a sent record may be, and what becomes of them (docs/wire/table-writes.md, docs/wire/requests.md). */
export interface WriteModel<Value, Relation, Options> {
  /** How many fields can be written. */
  readonly count: number
  /** By its name on the wire. */
  field(name: string): WrittenField<Value, Relation, Options> | undefined
  relation(name: string): Relation | undefined
  /** Fields of which something is to be done where nothing was sent. */
  readonly unsent: readonly WrittenField<Value, Relation, Options>[]
  /** The refusal of a member that is neither a field nor a relation; null: it is passed over. */
  unknown(name: string): Problem | null
  /** One refusal for all of a record. */
  refusal(complaints: readonly [Problem, ...Problem[]]): Problem
}

export interface WrittenField<Value, Relation, Options> {
  /** Its place among the fields that can be written. */
  readonly index: number
  /** What is to be stored; undefined: the field is left out. Throws what is wrong with it. */
  read(sent: unknown, options: Options): Value | undefined
  /** What is to be stored where nothing was sent; undefined: nothing. Throws when it has to be sent. */
  fill(options: Options, related: readonly SentRelation<Relation>[]): Value | undefined
}

/** Related records in a record, as they were sent. */
export interface SentRelation<Relation> {
  readonly relation: Relation
  readonly sent: unknown
}

/** A sent record, ready to be written. */
export interface WrittenRecord<Value, Relation> {
  /** By the index of the field; undefined: not written. */
  readonly slots: (Value | undefined)[]
  readonly related: readonly SentRelation<Relation>[]
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Reads a sent record: unknown members and fields that cannot be written are passed over; all that do not fit are named in one 400. */
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

  /** What is no refusal goes on; null is none. */
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
