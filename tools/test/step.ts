import type { Counts } from './counts.ts'

export interface StepResult {
  readonly counts: Counts
  /** Shown in full when the step failed, or when it has something to say about what it left out. */
  readonly output: string
  /** Shown in any case. */
  readonly remark?: string
}

/** One line of `npm test`. */
export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}
