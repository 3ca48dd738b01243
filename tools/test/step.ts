import type { Counts } from './counts.ts'

export interface StepResult {
  readonly counts: Counts
  /** Shown in full if the step failed or skipped something. */
  readonly output: string
  /** Always shown. */
  readonly remark?: string
}

/** One line of `npm test`. */
export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}
