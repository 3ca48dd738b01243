/**
 * `npm run storm`: three nodes behind HAProxy, on PostgreSQL with a standby through PgBouncer, with Redis behind Sentinel, while writers
 * add system records, rows and files. Nodes and servers are killed, stopped and disconnected, and lost writes are counted. Prints the
 * figures for docs/reliability.md, and fails if a target is missed. `npm run storm -- --quick` triggers every event once, in about two
 * minutes.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { hasHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPgBouncer } from '@millwright/instance/testing/counterparts/pgbouncer'
import { hasPostgresPrograms } from '@millwright/instance/testing/counterparts/postgres-server'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { makePlaces, trackWrites, type WriteLedger } from './books.ts'
import { type StormEvent, stormEvents } from './events.ts'
import { revocationDelay } from './revocation.ts'
import { openWorld, type World } from './world.ts'

if (!hasPostgresPrograms || !hasHaProxy) {
  console.log('Skipped: the storm needs the programs of PostgreSQL and HAProxy.')
  process.exit(0)
}

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 5
const writers = 6
/** Targets in milliseconds: until callers are served again after an event, and until a revoked session is rejected everywhere. */
const allowed = { recovery: 2_000, revocation: 1_000 }
const longest = rounds * 3 * 60_000
/** Number of consecutive calls that must succeed before the next event, and the timeout for this in milliseconds. */
const calm = 40
const calmWithin = 30_000

interface Figures {
  strikes: number
  failures: Record<string, number>
  recovery: number
  /** `null` if no session could be started and ended meanwhile. */
  revocation: number | null
  longestCall: number
}

const seconds = (milliseconds: number) => `${(Math.max(0, milliseconds) / 1000).toFixed(2)} s`

const begun = performance.now()
const world = await openWorld(3)

async function breakOff(why: string): Promise<never> {
  console.error(why)
  await world.close()
  process.exit(1)
}

setTimeout(() => void breakOff('The storm did not end in time.'), longest).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void breakOff(`Ended by ${signal}.`))
try {
  process.exitCode = await storm(world)
} finally {
  await world.close()
}
process.exit()

async function storm(around: World): Promise<number> {
  const api = await signIn(around.url, firstAdmin)
  await makePlaces(api, around.primary.url)
  const books = trackWrites(around.url, api, writers)
  const table = new Map<string, Figures>()
  const broken: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, event] of stormEvents(around).entries()) {
      const figures = table.get(event.name) ?? {
        strikes: 0,
        failures: {},
        recovery: 0,
        revocation: null,
        longestCall: 0,
      }
      table.set(event.name, figures)
      console.error(`${seconds(performance.now() - begun)}: ${event.name}`)
      if (!(await happen(around, event, at + round, books, figures)))
        broken.push(`Calls failed on after: ${event.name}.`)
    }
  }
  const { acknowledged, lost, doubled } = await books.close()
  for (const { instance } of around.nodes) {
    const { status } = await fetch(`${instance.url}/health/ready`)
    if (status !== 200) broken.push(`A node was not ready in the end: ${status}.`)
  }
  print([...table], { acknowledged, lost, doubled }, around)
  if (lost > 0 || doubled > 0) broken.push(`${lost} were lost, ${doubled} doubled.`)
  for (const [name, { recovery, revocation, failures }] of table) {
    if (recovery > allowed.recovery) broken.push(`Recovery took ${Math.round(recovery)} ms: ${name}.`)
    if (revocation !== null && revocation > allowed.revocation)
      broken.push(`A revocation took ${Math.round(revocation)} ms: ${name}.`)
    if ('500' in failures || 'hung' in failures) broken.push(`Calls were 500 or hung: ${name}.`)
  }
  for (const each of broken) console.error(each)
  return broken.length === 0 ? 0 : 1
}

async function happen(
  around: World,
  event: StormEvent,
  at: number,
  books: WriteLedger,
  figures: Figures,
): Promise<boolean> {
  const node = around.nodes[at % around.nodes.length]
  if (node === undefined) return false
  const struck = performance.now()
  await event.strike(around, node)
  const honoured = await revocationDelay(around)
  await event.lift(around, node)
  const lifted = performance.now()
  const isServed = await isCalm(around, books)
  const failures = books.failuresSince(struck)
  const from = event.recoversFrom === 'strike' ? struck : lifted
  figures.strikes += 1
  figures.recovery = Math.max(figures.recovery, ...failures.map(({ begun }) => begun - from))
  if (honoured !== null) figures.revocation = Math.max(figures.revocation ?? 0, honoured)
  figures.longestCall = Math.max(figures.longestCall, books.longestCallSince(struck))
  for (const { outcome } of failures) figures.failures[outcome] = (figures.failures[outcome] ?? 0) + 1
  return isServed
}

/** Waits until all nodes are up and enough calls have succeeded without a failure; resolves to false on timeout. */
async function isCalm(around: World, books: WriteLedger): Promise<boolean> {
  const deadline = performance.now() + calmWithin
  let since = performance.now()
  let enough = books.acknowledged() + calm
  while (performance.now() < deadline) {
    await wait(50)
    if (books.failuresSince(since).length > 0 || (await around.nodesUp()) < around.nodes.length) {
      since = performance.now()
      enough = books.acknowledged() + calm
    } else if (books.acknowledged() >= enough) return true
  }
  return false
}

function print(
  table: readonly [string, Figures][],
  sum: { acknowledged: number; lost: number; doubled: number },
  { nodes }: World,
): void {
  const networks = nodes.every(({ links }) => links === null) ? 'on one network' : 'each node in a network of its own'
  const rows = table.map(([name, { strikes, failures, recovery, revocation, longestCall }]) => {
    const failed = Object.entries(failures).map(([outcome, count]) => `${outcome}: ${count}`)
    const cells = [
      name,
      strikes,
      failed.join(', ') || 'none',
      seconds(recovery),
      revocation === null ? 'none could be made' : seconds(revocation),
      seconds(longestCall),
    ]
    return `| ${cells.join(' | ')} |`
  })
  console.log(`${writers} writers, ${hasPgBouncer ? 'through PgBouncer' : 'without PgBouncer'}, ${networks}: ${sum.acknowledged} acknowledged, ${sum.lost} lost, ${sum.doubled} doubled.

| What happens | Times | Calls that failed | Until calls succeed | Until a revocation holds everywhere | Longest call |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`)
}
