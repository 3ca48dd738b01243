import type { Logger } from 'pino'
import { withoutSecrets } from './log-safety.ts'

/** Writes a line, optionally with a stack below it, to the operator's log; an error unless another level is given. */
export type Log = (text: string, level?: 'error' | 'warn' | 'info') => void

/** Adapts the logger for plain messages; lines below the first become the field `stack`. */
export function sentencesOf(logger: Logger): Log {
  return (text, level = 'error') => {
    const [sentence = '', ...stack] = withoutSecrets(text).split('\n')
    if (stack.length === 0) logger[level](sentence)
    else logger[level]({ stack: stack.map((line) => line.trim()) }, sentence)
  }
}
