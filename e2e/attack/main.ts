/**
 * `npm run attack`: kills, restarts of servers, hostile requests, the worst bodies, callers without permissions and bursts under limits, against instances
 * started on this machine. Prints the figures for docs/reliability.md, and fails if a guarantee was broken. `npm run attack -- --quick`
 * runs everything once.
 */
import { randomInt } from 'node:crypto'
import { hasPostgresPrograms } from '@millwright/instance/testing/counterparts/postgres-server'
import { hasRedisProgram } from '@millwright/instance/testing/counterparts/redis-server'
import { startInstance } from '../harness/instance.ts'
import { callAsOthers } from './callers.ts'
import { fuzz } from './fuzz.ts'
import { type HeldFigures, holdNode, notingTurns } from './held-node.ts'
import { killDuringWrites, writers } from './kills.ts'
import { askOfMany } from './large-instance.ts'
import { burstLimit } from './limits.ts'
import { type AwayFigures, endPostgres, endRedis, writersAway } from './servers-away.ts'
import { sendWorst } from './worst-inputs.ts'
import { sendWorstTexts } from './worst-texts.ts'

const longest = 30 * 60_000
setTimeout(() => {
  console.error('The attack did not end in time.')
  process.exit(1)
}, longest).unref()

const quick = process.argv.includes('--quick')
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const settings = { MILLWRIGHT_LOGIN_FAILURES: '1000000/1, 1000000/1' } as const

const kills = await killDuringWrites(quick ? 2 : 20)
const postgres = hasPostgresPrograms ? await endPostgres(quick ? 1 : 5) : null
const redis = hasRedisProgram ? await endRedis(quick ? 1 : 5) : null
const limit = await withInstance((instance) => burstLimit(instance, quick ? 60 : 300, quick ? 10 : 50))
const callers = await withInstance((instance) => callAsOthers(instance, quick ? 20 : 1))
const fuzzed = await withInstance((instance) => fuzz(instance, quick ? 1_000 : 60_000, seed))
const worst = await withInstance((instance) => sendWorst(instance, quick ? 20 : 1))
const texts = await withInstance(async (instance) => {
  const node = await holdNode(instance)
  await sendWorstTexts(node)
  return node.figures()
})
const many = await withInstance((instance) => askOfMany(instance, quick ? 100 : 3_000))

const statuses = Object.entries(fuzzed.statuses).map(([status, count]) => `${status}: ${count}`)
console.log(`| Attack | Result |
| --- | --- |
| ${kills.kills} kills (\`kill -9\`) of a node on SQLite under ${writers} writers | ${kills.acknowledged} acknowledged, ${kills.lost} lost, ${kills.doubled} doubled |
${ofAway('PostgreSQL (`-m immediate`) under writers', postgres)}
${ofAway('Redis (`kill -9`) under callers with a limit', redis)}
| ${limit.calls} calls at once under a limit of ${limit.rate} | ${limit.passed} passed |
| ${callers.calls} calls of ${callers.paths} paths by ${callers.callers} callers without rights | ${callers.reached.length} reached anything, ${callers.failures.length} failed |
| ${fuzzed.requests} hostile requests of the root administrator (seed ${seed}) | ${fuzzed.failures.length} unforeseen failures; ${statuses.join(', ')} |
| ${worst.requests} requests with the worst bodies to ${worst.operations} operations, one after the other | ${ofHeld(worst)} |
| ${texts.requests} requests with texts that take long to read | ${ofHeld(texts)} |
| ${many.requests} requests for very much, of ${many.services} services, folders and files | ${ofHeld(many)} |`)
const broken = [
  ...(postgres?.broken ?? []),
  ...(redis?.broken ?? []),
  ...callers.reached,
  ...callers.failures,
  ...fuzzed.failures,
  ...worst.failures,
  ...texts.failures,
  ...many.failures,
]
for (const each of broken.slice(0, 50)) console.error(each)
const held =
  broken.length === 0 &&
  kills.lost === 0 &&
  kills.doubled === 0 &&
  (postgres?.lost ?? 0) === 0 &&
  limit.passed === limit.rate
process.exit(held ? 0 : 1)

function ofAway(what: string, figures: AwayFigures | null): string {
  if (figures === null) return `| Ends of ${what} | skipped: its programs are not installed |`
  const { ends, acknowledged, lost, longestCall, longestReturn, away, broken } = figures
  const answers = Object.entries(away).map(([status, count]) => `${status}: ${count}`)
  const times = `longest call ${Math.round(longestCall)} ms, back after ${Math.round(longestReturn)} ms`
  return `| ${ends} ends and starts of ${what} (${writersAway} at a time) | ${acknowledged} acknowledged, ${lost} lost; meanwhile ${answers.join(', ')}; ${times}; ${broken.length} unforeseen |`
}

function ofHeld({ turn, turnDuring, longest, during, most, filledBy }: HeldFigures): string {
  const live = `\`/health/live\` answered within ${longest} ms (during ${during})`
  const memory = `memory grew by ${most === null ? '?' : Math.round(most)} MB at most (during ${filledBy})`
  return `turns of at most ${turn} ms of processor time (during ${turnDuring}); ${live}; ${memory}`
}

async function withInstance<T>(work: (instance: Awaited<ReturnType<typeof startInstance>>) => Promise<T>): Promise<T> {
  await using instance = await startInstance(settings, notingTurns)
  return await work(instance)
}
