import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, tool } from '../paths.mjs'
import type { Counts } from './counts.ts'
import { runCommand } from './run-command.ts'
import type { Step } from './step.ts'

/** The projects of vitest.config.ts as one step that counts every test. */
export function vitestStep(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    async run() {
      const report = join(tmpdir(), `millwright-${process.pid}-${projects.join('-')}.json`)
      const args = [
        'run',
        ...['--root', root, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
        `--reporter=${join(import.meta.dirname, 'running-reporter.ts')}`,
        ...projects.flatMap((project) => ['--project', project]),
      ]
      const { code, output } = await runCommand(tool('vitest'), args, env)
      const counts = countReport(readReport(report), code)
      rmSync(report, { force: true })
      return { counts, output }
    },
  }
}

/** Counts of a vitest JSON report; a run that failed without a failed test (a file that does not load) counts as one. */
export function countReport(report: unknown, exitCode: number): Counts {
  const of = (name: string) => {
    const value = typeof report === 'object' && report !== null ? Reflect.get(report, name) : 0
    return typeof value === 'number' ? value : 0
  }
  const failed = of('numFailedTests')
  return {
    passed: of('numPassedTests'),
    failed: exitCode === 0 ? failed : Math.max(failed, 1),
    skipped: of('numPendingTests') + of('numTodoTests'),
  }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
