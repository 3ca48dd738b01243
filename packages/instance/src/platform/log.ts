import type { Logger } from 'pino'

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

export const logFormats = ['auto', 'json', 'text'] as const
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

export interface LogSettings {
  /** `auto`: text if standard error is a terminal, else JSON. */
  readonly format: (typeof logFormats)[number]
  readonly level: (typeof logLevels)[number]
  /** `null`: logs to standard error only. */
  readonly files: { readonly folder: string; readonly days: number } | null
}

/** Replaces secrets in the log. */
const mask = '…'

const replacements: readonly (readonly [RegExp, string])[] = [
  // User names, passwords and queries of URLs.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@'"]*@/gi, `$1${mask}@`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s?'"]*)\?[^\s'"]*/gi, `$1?${mask}`],
  // Tokens, recognized by their form or by the name before them.
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, mask],
  [/\bmw[a-z]+_[\w-]{40,}/g, mask],
  [/\b(bearer|basic)\s+[\w+/=.~-]+/gi, `$1 ${mask}`],
  [
    /((?:password|passwd|secret|api[_-]?key|(?:session|script|access|refresh)[_-]token)"?\s*[=:]\s*"?)[^\s&"',;)]+/gi,
    `$1${mask}`,
  ],
]

/** Maximum number of characters of one text in the log. */
const longestText = 20_000

/** Removes credentials that errors of drivers and servers repeat: in URLs, tokens, pairs of name and value. */
export function withoutSecrets(text: string): string {
  let safe = text.length > longestText ? `${text.slice(0, longestText)}${mask}` : text
  for (const [pattern, replacement] of replacements) safe = safe.replace(pattern, replacement)
  return safe
}

/** Parts of a message that could be a value rather than its wording. */
const pieces = /[^\s'"`´‘’“”,;:()[\]{}<>=!?]{4,}/g

/** Maximum length of a request that is searched for parts of a message, in characters. */
const longestSent = 1_000_000

/** Removes from a message everything that its request sent: values of requests must not be logged. */
export function withoutSent(message: string, sent: string): string {
  if (sent.length > longestSent) return mask
  return message.replace(pieces, (piece) => (sent.includes(piece) ? mask : piece))
}
