import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DriverFailure, FromDriver } from './protocol.ts'

const longestText = 70_000
const kinds = ['thrown', 'syntax', 'memory'] as const

/** What a process said; null for what is no message. A script may have written it, so nothing in it is taken for granted. */
export function readMessage(line: string): FromDriver | null {
  try {
    const message = parseExact(line)
    if (!isRecord(message)) return null
    if (message.type === 'call') return readCall(message)
    return message.type === 'done' ? readOutcome(message) : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

function readCall({ call, verb, path, payload, headers, parameters }: Fields): FromDriver | null {
  if (typeof call !== 'number' || typeof verb !== 'string' || typeof path !== 'string') return null
  return {
    type: 'call',
    call,
    verb,
    path,
    payload: payload ?? undefined,
    headers: texts(headers),
    parameters: texts(parameters),
  }
}

function readOutcome({ ok, event, returned, error, output, last }: Fields): FromDriver {
  const end = { type: 'done', output: text(output), last: last === true } as const
  if (ok === true) return { ...end, ok, event: isRecord(event) ? event : {}, returned: returned ?? undefined }
  return { ...end, ok: false, error: readFailure(isRecord(error) ? error : {}) }
}

function readFailure({ kind, message, status, code, line }: Fields): DriverFailure {
  return {
    kind: kinds.find((each) => each === kind) ?? 'thrown',
    message: text(message),
    status: integer(status),
    code: integer(code),
    line: integer(line),
  }
}

const integer = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : '')

function texts(value: unknown): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, each]) => [name, String(each)]))
}
