import type { Logger } from 'pino'
import { withoutSecrets } from './log-safety.ts'

/** Writes one line, or a line and a stack below it, to the operator's log: what went wrong, unless another level is named. */
export type Log = (text: string, level?: 'error' | 'warn' | 'info') => void

/** The view of the log that knows sentences alone; what is below the first line becomes the field `stack`. */
export function sentencesOf(logger: Logger): Log {
  return (text, level = 'error') => {
    const [sentence = '', ...stack] = withoutSecrets(text).split('\n')
    if (stack.length === 0) logger[level](sentence)
    else logger[level]({ stack: stack.map((line) => line.trim()) }, sentence)
  }
}
