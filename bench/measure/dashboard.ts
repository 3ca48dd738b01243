import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'

export interface DashboardResult {
  readonly calls: number
  /** Size of `usage.db`. */
  readonly bytes: number
  /** Median duration of each query that the dashboard sends. */
  readonly questions: readonly { readonly query: string; readonly milliseconds: number }[]
}

const days = 90
const services = 8
const apps = 20
const targets = 200
const callers = 400
/** Number of resources that one caller requests. */
const tables = 5
const logged = 100_000

/** Retention of minutes, hours and days (docs/wire/usage.md), in days. */
const kept = { minute: 2, hour: 35, day: days }
const length = { minute: 1, hour: 60, day: 1440 } as const
const firstSeries = { minute: 0, hour: 8, day: 16 } as const
type Span = keyof typeof length

/**
 * Measures the dashboard's queries after the given number of calls in the last ninety days, with some services, tables and apps called
 * far more often than others. The counts are written directly instead of making each call.
 */
export async function measureDashboard(calls: number, rounds: number): Promise<DashboardResult> {
  await using first = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const file = join(dirname(first.database), 'usage.db')
  // The sign-in is itself counted, which creates the file.
  await (await signIn(first.url, firstAdmin)).call('GET', 'system/usage')
  await first.stop('SIGTERM')
  fill(file, calls)
  await using instance = await first.startAgain()
  const api = await signIn(instance.url, firstAdmin)
  const now = Date.now()
  const ranges = [1, 7, 30, days].map((back) => `from=${now - back * 86_400_000}&to=${now}&own=0`)
  const questions = ranges.flatMap((range) =>
    [
      'compare=1',
      ...['service', 'app', 'reason'].map((by) => `by=${by}&top=8&step=none`),
      'by=resource&top=50&step=none',
    ].map((asked) => `${range}&${asked}`),
  )
  const measured = []
  for (const query of questions) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      const { status } = await api.call('GET', `system/usage?${query}`)
      if (status !== 200) throw new Error(`${query} gave ${status}`)
      times.push(performance.now() - begin)
    }
    measured.push({ query, milliseconds: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0 })
  }
  await instance.stop('SIGTERM')
  return { calls, bytes: statSync(file).size, questions: measured }
}

function fill(file: string, calls: number): void {
  const db = new DatabaseSync(file)
  const minute = Math.floor(Date.now() / 60_000)
  const begin = minute - days * 1440
  db.exec('begin')
  db.prepare('update usage_node set started = ?').run(begin * 60_000)
  for (let at = 0; at < targets; at++)
    db.prepare('insert into usage_target (id, service, resource, verb) values (?, ?, ?, ?)').run(
      1000 + at,
      `service${at % services}`,
      `_table/t${at}`,
      'GET',
    )
  for (let at = 0; at < services; at++)
    db.prepare("insert into usage_target (id, service, resource, verb) values (?, ?, '', '')").run(
      2000 + at,
      `service${at}`,
    )
  const newCaller = db.prepare(
    `insert into usage_caller (id, app_id, user_id, role_id, requestor, client) values (?, ?, ?, ?, ?, '')`,
  )
  for (let at = 0; at < callers; at++) newCaller.run(1000 + at, 1 + (at % apps), 10 + at, 1 + (at % apps), 'API')
  for (let at = 0; at < apps; at++) newCaller.run(2000 + at, 1 + at, 0, 0, '')
  const insert = db.prepare(`insert or ignore into usage_count values (?, ?, ?, ?, ?, 1, ?, ?, 50000, 1000, 90000, ?)`)
  const rows = new Map<string, number>()
  const flush = () => {
    for (const [key, n] of rows) {
      const [series = 0, start = 0, target = 0, caller = 0, outcome = 0] = key.split('/').map(Number)
      insert.run(series, start, target, caller, outcome, n, n * 4000, `K${n}L${1 + (n % 3)}`)
    }
    rows.clear()
  }
  const add = (key: string) => rows.set(key, (rows.get(key) ?? 0) + 1)
  const perMinute = calls / (days * 1440)
  let owed = 0
  for (let at = begin; at < minute; at++) {
    for (owed += perMinute; owed >= 1; owed--) {
      const call = drawn()
      for (const span of ['minute', 'hour', 'day'] as const) count(add, span, at, minute, call)
    }
    if (at % 1440 === 1439) flush()
  }
  flush()
  log(db, logged)
  db.exec('commit; vacuum')
  db.close()
}

type Call = Readonly<Record<'target' | 'caller' | 'outcome', number>>

/** One call in twenty is rejected, one in a hundred fails. */
function drawn(): Call {
  const skewed = (most: number) => Math.floor(most * Math.random() ** 3)
  const caller = skewed(callers)
  const chance = Math.random()
  return {
    target: (caller * 7 + skewed(tables)) % targets,
    caller,
    outcome: chance < 0.05 ? 27 : chance < 0.06 ? 5 : 0,
  }
}

function count(
  add: (key: string) => void,
  span: Span,
  at: number,
  now: number,
  { target, caller, outcome }: Call,
): void {
  if (at < now - kept[span] * 1440) return
  const start = at - (at % length[span])
  const series = firstSeries[span]
  const service = 2000 + (target % services)
  const app = 2000 + (caller % apps)
  add(`${series}/${start}/0/0/${outcome}`)
  add(`${series + 1}/${start}/${service}/0/${outcome}`)
  add(`${series + 2}/${start}/${1000 + target}/0/${outcome}`)
  add(`${series + 3}/${start}/0/${app}/${outcome}`)
  add(`${series + 4}/${start}/0/${1000 + caller}/${outcome}`)
  if (span !== 'minute') add(`${series + 5}/${start}/${1000 + target}/${1000 + caller}/${outcome}`)
  add(`${series + 6}/${start}/${service}/${app}/${outcome}`)
}

/** Fills the request log. */
function log(db: DatabaseSync, rows: number): void {
  db.prepare(
    `insert into request_log (node, seq, at, request_id, verb, service, resource, query, app_id, user_id, role_id, requestor, status, outcome,
      duration_ms, slow, parts, bytes_in, bytes_out, rows, address)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select 1, 1000000 + i, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '-' || (? - i) || ' seconds'), lower(hex(randomblob(16))), 'GET',
        'service1', '_table/t1', 'filter=?&limit=25', 1, 10, 1, 'API', 200, 'ok', 4, 0, '{"database":3.25}', 0, 4096, 25, '192.0.2.0/24' from n`,
  ).run(rows, rows)
}
