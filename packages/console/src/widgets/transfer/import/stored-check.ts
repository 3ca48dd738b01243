import { InstanceError } from '../../../instance/instance-error.ts'
import { isOneOf } from '../../../instance/value-filter.ts'
import type { ImportPlan, ImportRecord, PlannedRecord, StoredRecordCheck } from './import-target.ts'
import { t } from './messages.ts'
import type { RowProblem, ValueProblem } from './problems.ts'
import type { TableFile } from './table-file.ts'

/** A check of row values against the stored records before they are sent. */
export interface StoredQuestion {
  /** `reference`, `present`: a record with these values must exist; `new`: none may. */
  readonly wants: 'reference' | 'present' | 'new'
  /** Names of the values in the rows. */
  readonly names: readonly string[]
  /** Their display name. */
  readonly label: string
  /** Their names in the stored records. */
  readonly stored: readonly string[]
  /** Whether a later row may refer to a record of the file itself. */
  readonly ownRows: boolean
  /** What is checked, as display text. */
  readonly words: string
  /** Where a missing record is expected, as display text. */
  readonly where: string
  /** Reads stored records; rejects with an `InstanceError` if the instance does. */
  readonly read: (query: StoredQuery, signal: AbortSignal) => Promise<readonly ImportRecord[]>
}

/** API parameters of a read. */
export interface StoredQuery {
  readonly filter: string
  readonly fields: string
  readonly limit: number
}

/** Values of several fields, in order. */
type Values = readonly unknown[]

/** Maximum number of values, and of their characters, in one request, since URLs are limited in length. */
const maxValues = 100
const maxLetters = 3000

/** The values of a record; `null` if one is missing, so that it cannot be looked up. */
function valuesOf(record: ImportRecord, names: readonly string[]): Values | null {
  const values = names.map((name) => record[name])
  return values.some((value) => value === null || value === undefined) ? null : values
}

/** A text that is equal for equal values. */
function idOf(values: Values): string {
  return values.map(String).join('\u0000')
}

interface Wanted {
  readonly read: StoredQuestion['read']
  readonly names: readonly string[]
  readonly values: readonly Values[]
  /** Additional fields to read. */
  readonly besides: readonly string[]
}

/** The stored record with each of these values, by `idOf`; `null` if there is none, absent if unknown. */
async function findStored(
  { read, names, values, besides }: Wanted,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ImportRecord | null>> {
  const found = new Map<string, ImportRecord | null>()
  for (const some of pieces(values)) {
    signal.throwIfAborted()
    const fields = [...new Set([...names, ...besides])].join(',')
    const rows = await read({ filter: isOneOf(names, some), fields, limit: some.length }, signal)
    // A full page is inconclusive: several records may have the same value, and others may follow.
    const whole = rows.length < some.length
    for (const [id, record] of matched(names, some, rows)) if (record || whole) found.set(id, record)
  }
  return found
}

/** Matches values that the database considers equal although they are spelled differently, such as `Ada` and `ada` if it ignores case. */
function matched(names: readonly string[], keys: readonly Values[], rows: readonly ImportRecord[]) {
  const stored = rows.map((record) => ({ record, values: names.map((name) => record[name]) }))
  const same = new Map(stored.map(({ record, values }) => [idOf(values), record]))
  const ids = new Set(keys.map(idOf))
  const alike = new Map(
    stored.filter(({ values }) => !ids.has(idOf(values))).map(({ record, values }) => [looseId(values), record]),
  )
  return keys.map((values) => [idOf(values), same.get(idOf(values)) ?? alike.get(looseId(values)) ?? null] as const)
}

function looseId(values: Values): string {
  return values.map((value) => String(value).trimEnd().toLowerCase()).join('\u0000')
}

function pieces(values: readonly Values[]): readonly (readonly Values[])[] {
  const found: Values[][] = []
  let letters = Number.POSITIVE_INFINITY
  for (const one of values) {
    const length = idOf(one).length + 8
    const last = found.at(-1)
    if (!last || last.length === maxValues || letters + length > maxLetters) {
      found.push([one])
      letters = length
    } else {
      last.push(one)
      letters += length
    }
  }
  return found
}

/** Maximum number of cached results for later rows. */
const maxStored = 100_000

/** Checks rows of a file, given in order, against the stored records that would make the instance reject them. */
export class StoredCheck implements StoredRecordCheck {
  readonly #asked: readonly CheckState[]

  constructor(questions: readonly StoredQuestion[], plan: ImportPlan, unit: TableFile['unit']) {
    this.#asked = questions.map((question) => new CheckState(question, plan, unit))
  }

  /** What was checked, as display texts. */
  get answered(): readonly string[] {
    return this.#asked.filter(({ refusal }) => refusal === null).map(({ question }) => question.words)
  }

  /** What could not be checked, with the reasons. */
  get unanswered(): readonly string[] {
    return this.#asked.flatMap(({ question, refusal }) => (refusal === null ? [] : [`${question.words}: ${refusal}`]))
  }

  /** Resolves to the problems of these rows. Rejects if the instance is unreachable. */
  async problems(rows: readonly PlannedRecord[], signal: AbortSignal): Promise<readonly RowProblem[]> {
    await Promise.all(
      this.#asked.map((state) =>
        state.look(
          rows.map(({ record }) => record),
          signal,
        ),
      ),
    )
    return rows.flatMap(({ number, record }) => {
      const found = this.#asked.flatMap((state) => state.problem(record) ?? [])
      if (found.length > 0) return [{ number, problems: found }]
      for (const state of this.#asked) state.pass(record, number)
      return []
    })
  }
}

/** A check with its results so far. */
class CheckState {
  readonly question: StoredQuestion
  /** Why the check failed. */
  refusal: string | null = null
  readonly #unit: TableFile['unit']
  readonly #key: readonly string[]
  readonly #updates: boolean
  readonly #stored = new Map<string, ImportRecord | null>()
  /** Rows of the file that had a value. */
  readonly #passed = new Map<string, number>()

  constructor(question: StoredQuestion, { target, mode }: ImportPlan, unit: TableFile['unit']) {
    this.#unit = unit
    this.question = question
    this.#key = target.key
    this.#updates = mode === 'update'
  }

  async look(records: readonly ImportRecord[], signal: AbortSignal): Promise<void> {
    if (this.refusal !== null) return
    if (this.#stored.size > maxStored) this.#stored.clear()
    const { names, stored, wants, read } = this.question
    const all = new Map(
      records.flatMap((record) => {
        const values = valuesOf(record, names)
        return values ? [[idOf(values), values] as const] : []
      }),
    )
    const values = [...all].flatMap(([id, one]) => (this.#stored.has(id) ? [] : [one]))
    const besides = wants === 'new' && this.#updates ? this.#key : []
    try {
      const found = await findStored({ read, names: stored, values, besides }, signal)
      for (const [id, record] of found) this.#stored.set(id, record)
    } catch (error) {
      if (!(error instanceof InstanceError) || error.kind !== 'refused') throw error
      this.refusal = error.message
    }
  }

  /** The problem of a checked row, or `null`. */
  problem(record: ImportRecord): ValueProblem | null {
    const values = valuesOf(record, this.question.names)
    if (values === null || this.refusal !== null) return null
    const message = this.#message(values, record)
    return message === null ? null : { label: this.question.label, message, value: values.join(', ') }
  }

  #message(values: Values, record: ImportRecord): string | null {
    const { wants, where } = this.question
    const holder = this.#stored.get(idOf(values))
    const earlier = this.#passed.get(idOf(values))
    if (wants === 'present') return holder === null ? t.keyUnknown : null
    if (wants === 'reference')
      return holder === null && earlier === undefined ? t.referenceUnknown({ table: where }) : null
    if (earlier !== undefined) return t.duplicateInFile({ unit: this.#unit, place: earlier })
    const other = holder && !(this.#updates && this.#key.every((name) => same(holder[name], record[name])))
    return other ? t.valueInUse : null
  }

  /** Records a valid row, which later rows may refer to or duplicate. */
  pass(record: ImportRecord, number: number): void {
    const { wants, ownRows, stored } = this.question
    if (wants !== 'new' && !ownRows) return
    const values = valuesOf(record, ownRows ? stored : this.question.names)
    if (values) this.#passed.set(idOf(values), number)
  }
}

function same(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}
