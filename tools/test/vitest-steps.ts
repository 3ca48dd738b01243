import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { cacheFolder, root, tool } from '../paths.mjs'
import { type Counts, sum } from './counts.ts'
import { runCommand } from './run-command.ts'
import type { Step, StepResult } from './step.ts'

/** If more files fail, it is not because the machine was busy. */
const maxTriedAgain = 8

/**
 * The projects of vitest.config.ts as one step that counts every test. If a few files failed, they are run again alone, as
 * tests of processes and browsers fail on a busy machine; those that only passed then are named in a remark.
 */
export function vitestStep(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    async run() {
      const first = await runVitest(projects, env)
      const again = filesToTryAgain(first.report)
      if (first.counts.failed === 0 || again.length === 0) return first
      const second = await runVitest(projects, env, [...again, '--maxWorkers=1'])
      return withSecondTry(first, second, again)
    },
  }
}

interface Run extends StepResult {
  readonly report: unknown
}

async function runVitest(
  projects: readonly string[],
  env: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Promise<Run> {
  const place = join(tmpdir(), `millwright-${process.pid}-${projects.join('-')}.json`)
  const args = [
    'run',
    ...['--root', root, '--reporter=dot', '--reporter=json', `--outputFile.json=${place}`],
    `--reporter=${join(import.meta.dirname, 'running-reporter.ts')}`,
    ...projects.flatMap((project) => ['--project', project]),
    ...more,
  ]
  // Programs that tests start from sources need half the CPU time with a compile cache.
  const { code, output } = await runCommand(tool('vitest'), args, {
    NODE_COMPILE_CACHE: join(cacheFolder, 'tested-code'),
    ...env,
  })
  const report = readReport(place)
  rmSync(place, { force: true })
  return { report, counts: countReport(report, code), output }
}

/** The step's result after some files were run again: only what failed twice has failed. */
export function withSecondTry(first: Run, second: Run, files: readonly string[]): StepResult {
  const replaced = countFiles(first.report, files)
  const counts = sum([
    second.counts,
    {
      passed: first.counts.passed - replaced.passed,
      failed: 0,
      skipped: first.counts.skipped - replaced.skipped,
    },
  ])
  const names = files.map((file) => relative(root, file)).join(', ')
  return {
    counts,
    output: `${first.output}\n\nThe second try, alone:\n${second.output}`,
    ...(second.counts.failed === 0 ? { remark: `Failed at first, and passed alone: ${names}\n${first.output}` } : {}),
  }
}

/** Failed test files, if there are so few that a busy machine explains it; empty if the run itself was aborted. */
export function filesToTryAgain(report: unknown): readonly string[] {
  const failed = filesOf(report).filter(({ status }) => status === 'failed')
  return failed.length > maxTriedAgain ? [] : failed.map(({ name }) => name)
}

/** Counts of a vitest JSON report; a run that failed without a failed test (such as a file that does not load) counts as one. */
export function countReport(report: unknown, exitCode: number): Counts {
  const failed = numberIn(report, 'numFailedTests')
  return {
    passed: numberIn(report, 'numPassedTests'),
    failed: exitCode === 0 ? failed : Math.max(failed, 1),
    skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
  }
}

function countFiles(report: unknown, files: readonly string[]): Counts {
  const statuses = filesOf(report)
    .filter(({ name }) => files.includes(name))
    .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  return { passed, failed, skipped: statuses.length - passed - failed }
}

interface ReportedFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}

function filesOf(report: unknown): readonly ReportedFile[] {
  const files: unknown = Object(report).testResults
  return Array.isArray(files) ? files : []
}

function numberIn(report: unknown, name: string): number {
  const value: unknown = Object(report)[name]
  return typeof value === 'number' ? value : 0
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
