import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, root, tool } from '../paths.mjs'
import { type Counts, sum } from './counts.ts'
import { type FileResult, resultsVariable } from './reporter.ts'
import { runCommand } from './run-command.ts'
import type { StepResult } from './step.ts'

interface VitestRun {
  /** Projects of vitest.config.ts. */
  readonly projects: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Test files relative to the repository; absent: all of the projects. */
  readonly files?: readonly string[] | undefined
  /** Test files that are not run. */
  readonly without?: readonly string[]
}

/** Runs the tests of projects, counts each of them, and returns the result of each file. A test that fails is not run again. */
export async function runVitest({ projects, env = {}, files = [], without = [] }: VitestRun): Promise<StepResult> {
  const place = join(tmpdir(), `millwright-${process.pid}-${projects.join('-')}.json`)
  const args = [
    'run',
    '--root',
    root,
    '--reporter=dot',
    `--reporter=${join(import.meta.dirname, 'reporter.ts')}`,
    ...projects.flatMap((project) => ['--project', project]),
    ...without.flatMap((file) => ['--exclude', file]),
    ...files,
  ]
  // Programs that tests start from sources need half the CPU time with a compile cache.
  const { code, output } = await runCommand(tool('vitest'), args, {
    NODE_COMPILE_CACHE: join(cacheFolder, 'tested-code'),
    [resultsVariable]: place,
    ...env,
  })
  const results = readResults(place)
  rmSync(place, { force: true })
  return { counts: countResults(results, code), output: `${output.trimEnd()}\n${howToRepeat(results)}`, files: results }
}

/** A run that failed without a failed test, such as one of a file that does not load, counts as one failure. */
export function countResults(results: readonly FileResult[], exitCode: number): Counts {
  const counts = sum(results.map((result) => result.counts))
  return exitCode === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) }
}

/** Names the files that failed, each with the command that runs it alone; empty if none failed. */
export function howToRepeat(results: readonly FileResult[]): string {
  const failed = results.filter((result) => result.failed).map(({ path }) => `  npm test -- ${path}\n`)
  return failed.length === 0 ? '' : `\nTo run a failed file alone:\n${failed.toSorted().join('')}`
}

/** Names the files of which tests were skipped, as something is missing on this machine; empty if none were. */
export function skippedInWords(results: readonly FileResult[]): readonly string[] {
  const lines = results
    .filter(({ counts }) => counts.skipped > 0)
    .map(({ path, counts }) => `${String(counts.skipped).padStart(5)}  ${path}`)
  return lines.length === 0 ? [] : [`Skipped, as this machine lacks what they need:\n${lines.toSorted().join('\n')}`]
}

function readResults(path: string): readonly FileResult[] {
  try {
    const results: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(results) ? results : []
  } catch {
    return []
  }
}
