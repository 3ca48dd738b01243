import { hostname } from 'node:os'
import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { HeardEvent, HeardSession } from '../../../gateway/ports/heard-event.ts'
import { version } from '../../../platform/version.ts'
import { masked, maskedEvent } from '../../scripts/runs/masked.ts'
import { type Level, levels } from './logstash-settings.ts'

/** One message on its way to the log. */
export interface Entry {
  readonly message: string
  readonly level: Level
  /** Milliseconds since 1970. */
  readonly at: number
  /** What is sent along, without secrets: a JSON object. */
  readonly context: Readonly<Record<string, unknown>>
}

/** What happened, as far as messages have it sent along. */
export interface Happened {
  readonly event: Readonly<Record<string, unknown>> | null
  readonly session: HeardSession
}

const longestMessage = 8_000

export function entryOf(message: string, level: Level, at: number, context: Entry['context']): Entry {
  const text = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
  return { message: text, level, at, context }
}

/** The members that the setting `context` names, by their paths; what is there twice, once. */
export function contextOf(paths: readonly string[], { event, session }: Happened): Entry['context'] {
  const shown = event === null ? null : maskedEvent(event)
  const { user, app, role, requestor, address } = session
  const platform = {
    config: { version, host: hostname() },
    session: { user, app, role, requestor, address, api_key: app === null ? null : secretMask },
  }
  const whole = { _event: shown ?? {}, _platform: masked(platform) }
  const picked: Record<string, unknown> = {}
  // Shorter ones first: they have the longer ones in them.
  for (const path of [...new Set(paths)].sort((one, other) => one.length - other.length)) {
    place(picked, path.split('.'), valueAt(whole, path.split('.')))
  }
  return picked
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

function place(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (value === undefined) return
  if (rest.length === 0) {
    into[name] ??= value
    return
  }
  const below = into[name] ?? {}
  into[name] = below
  if (isRecord(below)) place(below, rest, value)
}

/** As TCP, UDP and HTTP carry it: a JSON object in one line. */
export function jsonOf({ message, level, at, context }: Entry): string {
  const time = new Date(at).toISOString()
  return JSON.stringify({ ...context, _message: message, _level: level, '@timestamp': time, host: hostname() })
}

/** The extended log format of Graylog, 1.1: fields beside its own are flat, and texts or numbers. */
export function gelfOf({ message, level, at, context }: Entry): string {
  const fields: [string, string | number][] = []
  flatten(context, '', fields)
  return JSON.stringify({
    version: '1.1',
    host: hostname(),
    short_message: message === '' ? '(empty)' : message,
    timestamp: at / 1000,
    level: levels.indexOf(level),
    _level_name: level,
    ...Object.fromEntries(fields),
  })
}

const mostFields = 500

function flatten(value: unknown, name: string, into: [string, string | number][]): void {
  if (into.length >= mostFields || value === null || value === undefined) return
  if (isRecord(value) && !(value instanceof ExactNumber)) {
    for (const [member, each] of Object.entries(value)) {
      const own = member.replace(/[^\w.-]/g, '_').replace(/^_+/, '')
      flatten(each, `${name}_${own}`, into)
    }
    return
  }
  // GELF keeps this one for itself.
  const field = name === '_id' ? '_id_' : name
  into.push([field, typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value)])
}

/** What an event is logged as: a message for each row of the settings that names it. */
export function entriesOf(
  { name, names, at, status, event, session, requestId }: HeardEvent,
  settings: {
    readonly events: ReadonlyMap<string, readonly { readonly level: Level; readonly message: string }[]>
    readonly context: readonly string[]
    readonly leastStatus: number
  },
): Entry[] {
  if (status !== null && status < settings.leastStatus) return []
  const rowsOf = (some: readonly string[]) =>
    some.flatMap((each) => (settings.events.get(each) ?? []).map((row) => ({ ...row, name: each })))
  const exact = rowsOf(names.filter((each) => !each.endsWith('.*')))
  // What stands for all events of a service is about those without a row of their own.
  const rows = exact.length > 0 ? exact : rowsOf(names).map((row) => ({ ...row, name }))
  if (rows.length === 0) return []
  const context = contextOf(settings.context, { event, session })
  return rows.map(({ name: called, level, message }) =>
    entryOf(message === '' ? called : message, level, at, {
      ...context,
      _event: { ...(isRecord(context._event) ? context._event : {}), name: called, request_id: requestId },
    }),
  )
}
