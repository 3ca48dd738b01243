import { tool } from '../paths.mjs'
import { type Finished, runCommand } from './run-command.ts'

/**
 * Checks the types of a project. With several checkers, each would check again what they share, and the processors have other work. The
 * compiler ends before its memory would have to be collected, up to a limit.
 */
export function checkTypes(project: string): Promise<Finished> {
  return runCommand(tool('tsc'), ['--noEmit', '--checkers', '1', '-p', project], { GOGC: 'off', GOMEMLIMIT: '2GiB' })
}
