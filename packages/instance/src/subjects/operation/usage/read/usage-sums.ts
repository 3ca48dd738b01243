import type { UsageFigures, UsageGroup, UsageStep } from '@millwright/contract/wire/usage'
import type { Dialect, Key } from '../../../../records/system/dialect.ts'
import { inner } from '../collect/entities.ts'
import { isTimed, type Kind, type OutcomeCode, outcomeName, type Span, seriesOf } from '../dimensions.ts'
import { addWritten, newHistogram, percentile } from '../histogram.ts'
import type { UsageFilters } from './usage-query.ts'

/** A condition or statement with the values for its `?`. */
export interface Bound {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** The coarsest kind of counts that distinguishes what is queried. */
export function kindFor(narrowed: UsageFilters, by: UsageGroup | null): Kind {
  const has = (name: UsageGroup) => by === name || narrowed[name as keyof UsageFilters] !== undefined
  const byService = has('service') || narrowed.withoutOwn === true
  const byTarget = has('resource') || has('verb')
  const byCaller = has('user') || has('role') || has('requestor') || has('client')
  if (byCaller || has('app')) {
    if (byTarget || (byService && byCaller)) return 'pair'
    if (byService) return 'whole'
    return byCaller ? 'caller' : 'app'
  }
  return byTarget ? 'target' : byService ? 'service' : 'total'
}

/** SQL expressions for grouping. */
const groupSql: Readonly<Record<UsageGroup, string>> = {
  service: 't.service',
  resource: "t.service || '/' || t.resource",
  verb: 't.verb',
  outcome: 'u.outcome',
  reason: 'u.outcome',
  app: 'c.app_id',
  // Deleted people form one group.
  user: 'case when c.user_id < 0 then -1 else c.user_id end',
  role: 'c.role_id',
  requestor: 'c.requestor',
  client: 'c.client',
}

interface Asked {
  readonly kind: Kind
  readonly span: Span
  /** Minutes since 1970. */
  readonly from: number
  readonly to: number
  readonly narrowed: UsageFilters
  readonly by: UsageGroup | null
}

/**
 * Sums of one kind of counts by step, group and outcome: columns `start` (in minutes, absent without steps), `key` (absent
 * without `by`), `outcome` and the sums. Histograms of several rows are concatenated. `apart`: groups that are listed
 * individually, the others have the key null; null: all are. Rows are summed by id before joining names, as there are far more
 * of them.
 */
export function sumsSql(sumQuery: Asked, inSteps: boolean, apart: readonly Key[] | null, dialect: Dialect): Bound {
  const { kind, span, by } = sumQuery
  const { sql, values: conditions } = conditionOf(sumQuery, dialect)
  const side = by === null ? null : sideOf[by]
  const numbers = ['u.outcome', ...(inSteps ? ['u.start'] : []), ...(side === null ? [] : [`u.${side}`])]
  const columns = ['u.outcome as outcome', ...(inSteps ? ['u.start as start'] : [])]
  const values: unknown[] = []
  if (by !== null) {
    columns.push(`${keyOf(by, apart, dialect)} as "key"`)
    if (apart !== null) values.push(dialect.list(apart))
  }
  const summed = `select ${numbers.join(', ')}, ${sums} from usage_count u where ${sql} group by ${numbers.join(', ')}`
  return {
    sql: dialect.finish(`select ${columns.join(', ')}, ${sums} from (${summed}) u${side === null ? '' : joins[side]}
      group by ${columns.map((_, at) => at + 1).join(', ')}`),
    values: [...values, seriesOf(span, kind), sumQuery.from, sumQuery.to, ...conditions],
  }
}

function keyOf(by: UsageGroup, apart: readonly Key[] | null, dialect: Dialect): string {
  const key = groupSql[by]
  if (apart === null) return key
  return `case when ${dialect.among(key, typeof apart[0] === 'number' ? 'number' : 'text')} then ${key} end`
}

const sum = (column: string) => `sum(u.${column}) as ${column}`
const sums = [
  sum('n'),
  sum('us_sum'),
  'max(u.us_max) as us_max',
  sum('bytes_in'),
  sum('bytes_out'),
  "string_agg(u.histogram, '') as histogram",
].join(', ')

type Side = 'target' | 'caller'

/** The table with the name of a group; `null`: the counts themselves. */
const sideOf: Readonly<Record<UsageGroup, Side | null>> = {
  ...({ service: 'target', resource: 'target', verb: 'target' } as const),
  ...({ outcome: null, reason: null } as const),
  ...({ app: 'caller', user: 'caller', role: 'caller', requestor: 'caller', client: 'caller' } as const),
}

const joins: Readonly<Record<Side, string>> = {
  target: ' join usage_target t on t.id = u.target',
  caller: ' join usage_caller c on c.id = u.caller',
}

function conditionOf({ kind, by, narrowed }: Asked, dialect: Dialect): Bound {
  const values: unknown[] = []
  const among = (expression: string, list: readonly Key[] | undefined, type: 'number' | 'text') => {
    if (list === undefined) return []
    values.push(dialect.list(list))
    return [dialect.among(expression, type)]
  }
  const own = narrowed.withoutOwn === true ? ['t.own = 0'] : []
  const targets = [
    ...among('t.service', narrowed.service, 'text'),
    ...among('t.resource', narrowed.resource, 'text'),
    ...among('t.verb', narrowed.verb, 'text'),
    ...own,
  ]
  // Requests that are part of others are counted by caller and pair only.
  const isOfCallers = kind === 'caller' || kind === 'pair'
  const outer =
    isOfCallers && by !== 'requestor' && narrowed.requestor === undefined ? [`c.requestor <> '${inner}'`] : []
  const callers = [
    ...outer,
    ...among('c.requestor', narrowed.requestor, 'text'),
    ...among('c.client', narrowed.client, 'text'),
    ...among('c.app_id', narrowed.app, 'number'),
    ...among('c.user_id', narrowed.user, 'number'),
    ...among('c.role_id', narrowed.role, 'number'),
  ]
  const outcomes = among('u.outcome', narrowed.outcomes, 'number')
  const those = (side: Side, table: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`u.${side} in (select id from ${table} where ${parts.join(' and ')})`]
  const parts = [
    'u.series = ? and u.start >= ? and u.start < ?',
    ...those('target', 'usage_target t', targets),
    ...those('caller', 'usage_caller c', callers),
    ...outcomes,
  ]
  return { sql: parts.join(' and '), values }
}

const spanByStep = { minute: 0, hour: 1, day: 2, month: 2 } as const satisfies Record<UsageStep, Span>

export const spanOf = (step: UsageStep): Span => spanByStep[step]

/** A row of sums from the database; numbers may be strings. */
export interface SumRow {
  readonly outcome: unknown
  readonly n: unknown
  readonly us_sum: unknown
  readonly us_max: unknown
  readonly bytes_in: unknown
  readonly bytes_out: unknown
  readonly histogram: unknown
}

/** Adds rows up to the figures of the API. */
export class Sum {
  requests = 0
  readonly #byOutcome = new Map<string, number>()
  #bytesIn = 0
  #bytesOut = 0
  #timed = 0
  #microseconds = 0
  #longest = 0
  readonly #histogram = newHistogram()

  add(row: SumRow): void {
    const outcome: OutcomeCode = Number(row.outcome)
    const n = Number(row.n)
    const name = outcomeName(outcome)
    this.requests += n
    this.#byOutcome.set(name, (this.#byOutcome.get(name) ?? 0) + n)
    this.#bytesIn += Number(row.bytes_in)
    this.#bytesOut += Number(row.bytes_out)
    if (!isTimed(outcome)) return
    this.#timed += n
    this.#microseconds += Number(row.us_sum)
    this.#longest = Math.max(this.#longest, Number(row.us_max))
    addWritten(this.#histogram, String(row.histogram ?? ''))
  }

  figures(): UsageFigures {
    const of = (name: string) => this.#byOutcome.get(name) ?? 0
    const at = (share: number) => milliseconds(percentile(this.#histogram, share, this.#longest))
    return {
      requests: this.requests,
      errors: of('server_error'),
      client_errors: of('client_error'),
      refused: of('refused'),
      limited: of('limited'),
      aborted: of('aborted'),
      bytes_in: this.#bytesIn,
      bytes_out: this.#bytesOut,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      p99_ms: at(0.99),
      mean_ms: this.#timed === 0 ? null : milliseconds(this.#microseconds / this.#timed),
      max_ms: this.#timed === 0 ? null : milliseconds(this.#longest),
    }
  }
}

function milliseconds(microseconds: number | null): number | null {
  return microseconds === null ? null : Math.round(microseconds / 10) / 100
}
