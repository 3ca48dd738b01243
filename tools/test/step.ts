import type { Counts } from './counts.ts'
import type { FileResult } from './reporter.ts'

export interface StepResult {
  readonly counts: Counts
  /** Shown in full if the step failed or skipped something. */
  readonly output: string
  /** For steps that run test files. */
  readonly files?: readonly FileResult[]
}

/** One line of `npm test`. */
export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}
