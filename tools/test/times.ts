import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../paths.mjs'
import type { FixtureTime } from './fixture-times.ts'

/** Seconds that steps and test files took when they last ran on this machine, and what their fixtures took. */
export interface Times {
  readonly steps: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, number>>
  readonly fixtures: Readonly<Record<string, FixtureTime>>
}

const path = join(cacheFolder, 'test-times.json')
const none: Times = { steps: {}, files: {}, fixtures: {} }

/** The number of files that are printed. */
const shown = 20

export function readTimes(): Times {
  try {
    return { ...none, ...JSON.parse(readFileSync(path, 'utf8')) }
  } catch {
    return none
  }
}

/** Adds the times of a run to the stored ones. Fixtures are replaced, if there are any: they are only counted with `--times`. */
export function storeTimes({ steps, files, fixtures }: Times): void {
  const before = readTimes()
  const counted = Object.keys(fixtures).length > 0 ? fixtures : before.fixtures
  mkdirSync(dirname(path), { recursive: true })
  const times: Times = { steps: { ...before.steps, ...steps }, files: { ...before.files, ...files }, fixtures: counted }
  writeFileSync(path, `${JSON.stringify(times, null, 2)}\n`)
}

/** Tables of a run: its steps, its dearest files, and its fixtures. */
export function timesInWords({ steps, files, fixtures }: Times): string {
  const dearest = (times: Readonly<Record<string, number>>) => Object.entries(times).toSorted(([, a], [, b]) => b - a)
  const line = (seconds: number, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`
  const table = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`\n${title}`, ...lines])
  const fixtureLines = Object.entries(fixtures).map(([kind, { count, seconds }]) => `${line(seconds, kind)}: ${count}`)
  return [
    ...table(
      'Steps',
      dearest(steps).map(([name, seconds]) => line(seconds, name)),
    ),
    ...table(
      `The ${shown} dearest files`,
      dearest(files)
        .slice(0, shown)
        .map(([name, seconds]) => line(seconds, name)),
    ),
    ...table('Fixtures, by kind', fixtureLines),
    `\nStored in ${path}.`,
  ].join('\n')
}
