import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { isOneOf } from '../record-filter.ts'
import { readRecords, type TablePlace } from '../wire-table.ts'

/** Values of some fields, in their order. */
export type Values = readonly unknown[]

/** Values, and letters of them, in one request, as addresses have an end. */
const mostValues = 100
const mostLetters = 3000

/** The values of a record; null when one of them is missing, which nothing can be found by. */
export function valuesOf(record: GridRecord, names: readonly string[]): Values | null {
  const values = names.map((name) => record[name])
  return values.some((value) => value === null || value === undefined) ? null : values
}

/** Values as one text, the same for the same values. */
export function idOf(values: Values): string {
  return values.map(String).join('\u0000')
}

interface Wanted {
  readonly place: TablePlace
  readonly names: readonly string[]
  readonly values: readonly Values[]
  /** Fields that are read besides. */
  readonly besides: readonly string[]
}

/** The stored record with each of these values, by their `idOf`; null where there is none, absent where that is not known. */
export async function findStored(
  { place, names, values, besides }: Wanted,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, GridRecord | null>> {
  const found = new Map<string, GridRecord | null>()
  for (const some of pieces(values)) {
    signal.throwIfAborted()
    const fields = [...new Set([...names, ...besides])].join(',')
    const { rows } = await readRecords(place, { filter: isOneOf(names, some), fields, limit: some.length }, signal)
    // As many as were asked for: several may have the same value, and others be missing behind them.
    const whole = rows.length < some.length
    for (const [id, record] of matched(names, some, rows)) if (record || whole) found.set(id, record)
  }
  return found
}

/** What is the same to the database may be spelled otherwise there: `Ada` for `ada`, where it does not heed case. */
function matched(names: readonly string[], asked: readonly Values[], rows: readonly GridRecord[]) {
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
