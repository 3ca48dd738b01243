import type { UsageGroup, UsageStep } from '@millwright/contract/wire/usage'
import type { Dialect, Key } from '../../../records/system/dialect.ts'
import { type Kind, type Span, seriesOf } from '../series.ts'
import type { Narrowed } from './usage-query.ts'

/** A condition or statement with the values for its `?`. */
export interface Bound {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** The services by which people manage the instance. */
export const ownServices = ['system', 'user', 'api_docs', 'logs'] as const

/** The coarsest counts that tell apart what is asked for. */
export function kindFor(narrowed: Narrowed, by: UsageGroup | null): Kind {
  const has = (name: UsageGroup) => by === name || narrowed[name as keyof Narrowed] !== undefined
  const byService = has('service') || narrowed.withoutOwn === true
  const byTarget = has('resource') || has('verb')
  const byCaller = has('user') || has('role') || has('requestor') || has('client')
  if (byCaller || has('app')) {
    if (byService || byTarget) return 'pair'
    return byCaller ? 'caller' : 'app'
  }
  return byTarget ? 'target' : byService ? 'service' : 'total'
}

/** Expressions by which rows are put into groups. */
const groupSql: Readonly<Record<UsageGroup, string>> = {
  service: 't.service',
  resource: "t.service || '/' || t.resource",
  verb: 't.verb',
  outcome: 'u.outcome',
  reason: 'u.outcome',
  app: 'c.app_id',
  // People who are gone are nobody.
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
  readonly narrowed: Narrowed
  readonly by: UsageGroup | null
}

/**
 * Sums of one kind of counts by step, group and outcome: columns `start` (in minutes, absent without steps), `key` (absent without
 * `by`), `outcome` and the sums. Histograms of several rows stand one after the other. `apart`: the groups that are told apart, null
 * standing for the others; null: all are.
 */
export function sumsSql(asked: Asked, inSteps: boolean, apart: readonly Key[] | null, dialect: Dialect): Bound {
  const { kind, span, by } = asked
  const condition = conditionOf(asked, dialect)
  const values: unknown[] = []
  const columns = ['u.outcome as outcome']
  if (inSteps) columns.push('u.start as start')
  if (by !== null) {
    columns.push(`${keyOf(by, apart, dialect)} as "key"`)
    if (apart !== null) values.push(dialect.list(apart))
  }
  return {
    sql: dialect.finish(`select ${columns.join(', ')}, ${sums} from usage_count u${joins(kind)}
      where ${condition.sql} group by ${columns.map((_, at) => at + 1).join(', ')}`),
    values: [...values, seriesOf(span, kind), asked.from, asked.to, ...condition.values],
  }
}

function keyOf(by: UsageGroup, apart: readonly Key[] | null, dialect: Dialect): string {
  const key = groupSql[by]
  if (apart === null) return key
  return `case when ${dialect.among(key, typeof apart[0] === 'number' ? 'number' : 'text')} then ${key} end`
}

const sum = (column: string) => `sum(u.${column}) as ${column}`
const sums = [
  ...[sum('n'), sum('us_sum'), 'max(u.us_max) as us_max', sum('bytes_in'), sum('bytes_out')],
  "string_agg(u.histogram, '') as histogram",
].join(', ')

function joins(kind: Kind): string {
  const target = ' join usage_target t on t.id = u.target'
  const caller = ' join usage_caller c on c.id = u.caller'
  if (kind === 'pair') return target + caller
  if (kind === 'total') return ''
  return kind === 'app' || kind === 'caller' ? caller : target
}

function conditionOf({ narrowed }: Asked, dialect: Dialect): Bound {
  const parts = ['u.series = ? and u.start >= ? and u.start < ?']
  const values: unknown[] = []
  const among = (expression: string, list: readonly Key[] | undefined, type: 'number' | 'text') => {
    if (list === undefined) return
    parts.push(dialect.among(expression, type))
    values.push(dialect.list(list))
  }
  among('t.service', narrowed.service, 'text')
  among('t.resource', narrowed.resource, 'text')
  among('t.verb', narrowed.verb, 'text')
  among('c.requestor', narrowed.requestor, 'text')
  among('c.client', narrowed.client, 'text')
  among('c.app_id', narrowed.app, 'number')
  among('c.user_id', narrowed.user, 'number')
  among('c.role_id', narrowed.role, 'number')
  among('u.outcome', narrowed.outcomes, 'number')
  if (narrowed.withoutOwn === true)
    parts.push(`t.service not in (${ownServices.map((name) => `'${name}'`).join(', ')})`)
  return { sql: parts.join(' and '), values }
}

const spanByStep = { minute: 0, hour: 1, day: 2, month: 2 } as const satisfies Record<UsageStep, Span>

export const spanOf = (step: UsageStep): Span => spanByStep[step]
