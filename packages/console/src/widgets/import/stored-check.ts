import { InstanceError } from '../../instance/instance-error.ts'
import { isOneOf } from '../../instance/value-filter.ts'
import type { ImportPlan, ImportRecord, PlannedRecord, StoredLook } from './import-target.ts'
import { t } from './messages.ts'
import type { RowProblem, ValueProblem } from './problems.ts'
import type { TableFile } from './table-file.ts'

/** Something that can be asked of the stored records about the values of rows before they are sent. */
export interface StoredQuestion {
  /** `reference`, `present`: there has to be a record with these values; `new`: there may be none. */
  readonly wants: 'reference' | 'present' | 'new'
  /** Names of the values in the rows. */
  readonly names: readonly string[]
  /** What people call them. */
  readonly label: string
  /** What the stored records call them. */
  readonly stored: readonly string[]
  /** Whether a record of the file itself may be what a later one refers to. */
  readonly ownRows: boolean
  /** What is asked, for people. */
  readonly words: string
  /** What a missing record is missing in. */
  readonly where: string
  /** Reads stored records; a refusal is an `InstanceError`. */
  readonly read: (query: StoredQuery, signal: AbortSignal) => Promise<readonly ImportRecord[]>
}

/** Parameters of a reading, as on the wire. */
export interface StoredQuery {
  readonly filter: string
  readonly fields: string
  readonly limit: number
}

/** Values of some fields, in their order. */
type Values = readonly unknown[]

/** Values, and letters of them, in one request, as addresses have an end. */
const mostValues = 100
const mostLetters = 3000

/** The values of a record; null when one of them is missing, which nothing can be found by. */
function valuesOf(record: ImportRecord, names: readonly string[]): Values | null {
  const values = names.map((name) => record[name])
  return values.some((value) => value === null || value === undefined) ? null : values
}

/** Values as one text, the same for the same values. */
function idOf(values: Values): string {
  return values.map(String).join('\u0000')
}

interface Wanted {
  readonly read: StoredQuestion['read']
  readonly names: readonly string[]
  readonly values: readonly Values[]
  /** Fields that are read besides. */
  readonly besides: readonly string[]
}

/** The stored record with each of these values, by their `idOf`; null where there is none, absent where that is not known. */
async function findStored(
  { read, names, values, besides }: Wanted,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ImportRecord | null>> {
  const found = new Map<string, ImportRecord | null>()
  for (const some of pieces(values)) {
    signal.throwIfAborted()
    const fields = [...new Set([...names, ...besides])].join(',')
    const rows = await read({ filter: isOneOf(names, some), fields, limit: some.length }, signal)
    // As many as were asked for: several may have the same value, and others be missing behind them.
    const whole = rows.length < some.length
    for (const [id, record] of matched(names, some, rows)) if (record || whole) found.set(id, record)
  }
  return found
}

/** What is the same to the database may be spelled otherwise there: `Ada` for `ada`, where it does not heed case. */
function matched(names: readonly string[], asked: readonly Values[], rows: readonly ImportRecord[]) {
  const stored = rows.map((record) => ({ record, values: names.map((name) => record[name]) }))
  const same = new Map(stored.map(({ record, values }) => [idOf(values), record]))
  const ids = new Set(asked.map(idOf))
  const alike = new Map(
    stored.filter(({ values }) => !ids.has(idOf(values))).map(({ record, values }) => [looseId(values), record]),
  )
  return asked.map((values) => [idOf(values), same.get(idOf(values)) ?? alike.get(looseId(values)) ?? null] as const)
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
    if (!last || last.length === mostValues || letters + length > mostLetters) {
      found.push([one])
      letters = length
    } else {
      last.push(one)
      letters += length
    }
  }
  return found
}

/** Answers that are kept for rows to come. */
const mostStored = 100_000

/** Looks up in the stored records what would refuse rows of a file, which are given in its order. */
export class StoredCheck implements StoredLook {
  readonly #asked: readonly Asked[]

  constructor(questions: readonly StoredQuestion[], plan: ImportPlan, unit: TableFile['unit']) {
    this.#asked = questions.map((question) => new Asked(question, plan, unit))
  }

  /** What was looked up, for people. */
  get answered(): readonly string[] {
    return this.#asked.filter(({ refusal }) => refusal === null).map(({ question }) => question.words)
  }

  /** What could not be looked up, with the reason. */
  get unanswered(): readonly string[] {
    return this.#asked.flatMap(({ question, refusal }) => (refusal === null ? [] : [`${question.words}: ${refusal}`]))
  }

  /** What is wrong with these rows. Throws when the instance is away. */
  async problems(rows: readonly PlannedRecord[], signal: AbortSignal): Promise<readonly RowProblem[]> {
    await Promise.all(
      this.#asked.map((asked) =>
        asked.look(
          rows.map(({ record }) => record),
          signal,
        ),
      ),
    )
    return rows.flatMap(({ number, record }) => {
      const found = this.#asked.flatMap((asked) => asked.problem(record) ?? [])
      if (found.length > 0) return [{ number, problems: found }]
      for (const asked of this.#asked) asked.pass(record, number)
      return []
    })
  }
}

/** A question, and what is known of its answers so far. */
class Asked {
  readonly question: StoredQuestion
  /** Why nobody answered. */
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
    if (this.#stored.size > mostStored) this.#stored.clear()
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

  /** What is wrong with a row that was looked up. */
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
    if (wants === 'present') return holder === null ? t.noRecordHasThisKey : null
    if (wants === 'reference') return holder === null && earlier === undefined ? t.thisIsNotIn({ table: where }) : null
    if (earlier !== undefined) return t.theFileHasItBefore({ unit: this.#unit, place: earlier })
    const other = holder && !(this.#updates && this.#key.every((name) => same(holder[name], record[name])))
    return other ? t.thisValueIsAlreadyIn : null
  }

  /** A row that is fine counts for those after it. */
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
