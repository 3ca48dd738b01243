import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from '../paths.mjs'
import type { Counts } from './counts.ts'
import { sayWhatRuns } from './run-command.ts'

/** The result of one test file. */
export interface FileResult {
  /** Relative to the repository. */
  readonly path: string
  /** From the import of the file to its last hook. */
  readonly seconds: number
  /** Also true for a file that could not be loaded or whose hooks failed. */
  readonly failed: boolean
  readonly counts: Counts
}

/** Environment variable with the path of the file that gets the results, as JSON. */
export const resultsVariable = 'TEST_RESULTS_FILE'

/** Writes the result of each file at the end, and prints the names of running tests before their step is killed. */
export default class ResultReporter implements Reporter {
  readonly #running = new Map<string, string>()

  onInit(): void {
    process.on(sayWhatRuns, () => {
      const names = this.#running.size === 0 ? ['no test'] : this.#running.values()
      process.stdout.write(`\nRunning: ${[...names].join('\n         ')}\n`)
    })
  }

  onTestCaseReady({ id, fullName, module }: TestCase): void {
    this.#running.set(id, `${relative(root, module.moduleId)} > ${fullName}`)
  }

  onTestCaseResult({ id }: TestCase): void {
    this.#running.delete(id)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env[resultsVariable]
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.map(resultOf)))
  }
}

function resultOf(module: TestModule): FileResult {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (...wanted: readonly string[]) => states.filter((state) => wanted.includes(state)).length
  return {
    path: relative(root, module.moduleId),
    seconds: (collectDuration + setupDuration + duration) / 1000,
    failed: !module.ok(),
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped', 'pending') },
  }
}
