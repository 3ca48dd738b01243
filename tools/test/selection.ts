import { globSync } from 'node:fs'
import { importsOf } from '../checks/import-graph.ts'
import { sourceFiles } from '../checks/source-files.ts'
import { root } from '../paths.mjs'
import type { TestArguments } from './arguments.ts'
import { type Difference, differenceTo } from './difference.ts'
import { declaredTouched, filesOnlyInAll } from './only-in-all.ts'
import { touchedTests, withinBudget } from './touched.ts'

/** Which test files run. */
export interface Selection {
  /** Absent: every file but those of `without`. */
  readonly only?: readonly string[]
  readonly without: readonly string[]
  /** What was added and what was left out, in sentences. */
  readonly remarks: readonly string[]
}

/** Seconds of the tests that a difference adds to the gate, or selects: the sum of what the files took when they last ran. */
const budget = 240
/** Seconds that a file is assumed to take that has not run here: those of `e2e` start the program and browsers. */
const unknownSeconds = (file: string) => (file.startsWith('e2e/') ? 40 : 4)

/** Chooses test files by the level, the difference and the times of earlier runs. */
export function selectFiles({ level, base, files }: TestArguments, times: Readonly<Record<string, number>>): Selection {
  if (files.length > 0) return { only: files, without: [], remarks: [] }
  if (level === 'all') return { without: [], remarks: [] }
  const difference = differenceTo(base)
  const changed = difference?.files ?? []
  const candidates = level === 'changed' ? allTestFiles() : filesOnlyInAll()
  const near = changed.length === 0 ? [] : touchedTests(candidates, importsOf(sourceFiles()), changed)
  const declared = declaredTouched(changed)
  const touched = [...new Set([...near, ...declared])]
  const { taken, left } = withinBudget(touched, (file) => times[file] ?? unknownSeconds(file), budget)
  const remarks = remarksOn(level, difference, taken, left)
  if (level === 'changed') return { only: taken, without: [], remarks }
  return { without: candidates.filter((file) => !taken.includes(file)), remarks }
}

function remarksOn(
  level: TestArguments['level'],
  difference: Difference | null,
  taken: readonly string[],
  left: readonly string[],
): readonly string[] {
  if (difference === null) return level === 'changed' ? ['There is no earlier commit to compare with.'] : []
  const { base, files } = difference
  const count = (list: readonly string[], one: string) => `${list.length} ${one}${list.length === 1 ? '' : 's'}`
  const added = level === 'changed' ? `${count(taken, 'test file')} touched` : `${count(taken, 'file')} of "all" added`
  const list = (paths: readonly string[]) => paths.map((path) => `\n  ${path}`).join('')
  return [
    ...(level === 'changed' || taken.length > 0
      ? [`${added} by ${count(files, 'change')} since ${base}${level === 'changed' ? '.' : `:${list(taken)}`}`]
      : []),
    ...(left.length > 0
      ? [`Touched, and left out as they would take too long; "npm test -- all" runs them:${list(left)}`]
      : []),
  ]
}

const allTestFiles = () =>
  globSync(
    ['packages/*/{src,build}/**/*.test.{ts,tsx}', '{tools,bench}/**/*.test.ts', 'e2e/{program,journeys}/**/*.test.ts'],
    { cwd: root },
  ).toSorted()
