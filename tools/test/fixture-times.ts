import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/** What preparing fixtures of one kind took. */
export interface FixtureTime {
  readonly count: number
  readonly seconds: number
}

/** Environment variable with the path of the file to which test workers append a line per fixture. */
export const fixturesVariable = 'TEST_FIXTURE_TIMES'

const prefix = 'fixture: '

let isNoting = false

/** Notes what tests of this process measure as `fixture: KIND`, and the processes that they spawn, by their lifetime. */
export function noteFixtures(path: string): void {
  if (isNoting) return
  isNoting = true
  const note = (kind: string, seconds: number) => appendFileSync(path, `${JSON.stringify({ kind, seconds })}\n`)
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name.startsWith(prefix)) note(name.slice(prefix.length), duration / 1000)
    }
  }).observe({ entryTypes: ['measure'] })
  subscribe('child_process', (message) => {
    const started = performance.now()
    const child: ChildProcess = Object(message).process
    child.once('exit', () => note('processes spawned', (performance.now() - started) / 1000))
  })
}

/** Adds up what workers noted, by kind. */
export function sumFixtures(path: string): Readonly<Record<string, FixtureTime>> {
  const sums: Record<string, FixtureTime> = {}
  if (!existsSync(path)) return sums
  for (const line of readFileSync(path, 'utf8')
    .split('\n')
    .filter((each) => each !== '')) {
    const { kind, seconds } = JSON.parse(line)
    const { count = 0, seconds: before = 0 } = sums[kind] ?? {}
    sums[kind] = { count: count + 1, seconds: before + seconds }
  }
  return sums
}
