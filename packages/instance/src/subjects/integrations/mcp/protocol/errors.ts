import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'

/** First words of an error message for a model, by status. */
const classes: Readonly<Record<number, string>> = {
  401: 'Authentication',
  403: 'Permission',
  404: 'Resource',
  429: 'Limit',
  502: 'Connection',
  503: 'Connection',
  504: 'Connection',
}

/** Formats an error for a model: its class, its message and, for batches, the result of each record. */
export function problemText({ status, message, context, headers }: Problem): string {
  const kind = classes[status] ?? (status < 500 ? 'Validation' : 'Server Error')
  const wait = headers['retry-after'] ?? headers['Retry-After']
  const later = status === 429 && wait !== undefined ? ` Try again in ${counted(Number(wait), 'second')}.` : ''
  const more = context === null || context === undefined ? '' : ` ${bounded(JSON.stringify(context))}`
  return `${kind}: ${message}${later}${more}`
}

/** Message for unexpected errors. */
export const unforeseen = 'Server Error: Something went wrong on the server. See its log for details.'

export function problemIn(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  return error instanceof Error && error.cause instanceof Problem ? error.cause : null
}

const longest = 4_000
const bounded = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
