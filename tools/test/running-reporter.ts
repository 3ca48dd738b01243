import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'
import { root } from '../paths.mjs'
import { sayWhatRuns } from './run-command.ts'

/** Tracks running tests, and prints their names before their step is killed. */
export default class RunningReporter implements Reporter {
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
}
