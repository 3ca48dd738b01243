import { Problem, type ProblemOptions } from '@millwright/contract/problem'
import type { Caller } from './caller.ts'

/** A rejection of someone who is known from part of the credentials, so that usage and the request log name them. */
export class RefusedCaller extends Problem {
  readonly caller: Caller

  constructor(status: number, message: string, caller: Caller, options: ProblemOptions) {
    super(status, message, options)
    this.caller = caller
  }
}
