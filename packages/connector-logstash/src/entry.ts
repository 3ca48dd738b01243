import { hostname } from 'node:os'
import type { HeardSession, ListenerEvent, LoggedRequest } from '@millwright/connector/connector'
import { masked, maskedEvent } from '@millwright/connector/masked'
import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Level, levels } from './logstash-settings.ts'

/** A message for the log. */
export interface Entry {
  readonly message: string
  readonly level: Level
  /** Milliseconds since 1970. */
  readonly at: number
  /** A JSON object sent with the message, without secrets. */
  readonly context: Readonly<Record<string, unknown>>
}

/** The event and session that the context is taken from. */
export interface Happened {
  readonly event: Readonly<Record<string, unknown>> | null
  readonly session: HeardSession
}

/** Characters. */
export const longestMessage = 8_000

export function entryOf(message: string, level: Level, at: number, context: Entry['context']): Entry {
  const text = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
  return { message: text, level, at, context }
}

/** Picks the members that the setting `context` names by path. A nested path adds nothing if its parent is also named. */
export function contextOf(paths: readonly string[], { event, session }: Happened, version: string): Entry['context'] {
  const shown = event === null ? null : maskedEvent(event)
  const { user, app, role, requestor, address } = session
  const platform = {
    config: { version, host: hostname() },
    session: { user, app, role, requestor, address, api_key: app === null ? null : secretMask },
  }
  const whole = { _event: shown ?? {}, _platform: masked(platform) }
  const picked: Record<string, unknown> = {}
  // Shorter paths first, as their values contain the longer ones.
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

/** The format for TCP, UDP and HTTP: a JSON object on one line. */
export function jsonOf({ message, level, at, context }: Entry): string {
  const time = new Date(at).toISOString()
  return JSON.stringify({ ...context, _message: message, _level: level, '@timestamp': time, host: hostname() })
}

/** Graylog Extended Log Format 1.1: custom fields are flat, and strings or numbers. */
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

const maxFields = 500

function flatten(value: unknown, name: string, into: [string, string | number][]): void {
  if (into.length >= maxFields || value === null || value === undefined) return
  if (isRecord(value) && !(value instanceof ExactNumber)) {
    for (const [member, each] of Object.entries(value)) {
      const own = member.replace(/[^\w.-]/g, '_').replace(/^_+/, '')
      flatten(each, `${name}_${own}`, into)
    }
    return
  }
  // GELF reserves this name.
  const field = name === '_id' ? '_id_' : name
  into.push([field, typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value)])
}

/** Returns the log messages for an event: one for each row of the settings that names it. */
export function entriesOf(
  { name, names, at, status, event, session, requestId }: ListenerEvent,
  settings: {
    readonly events: ReadonlyMap<string, readonly { readonly level: Level; readonly message: string }[]>
    readonly context: readonly string[]
    readonly leastStatus: number
  },
  version: string,
): Entry[] {
  if (status !== null && status < settings.leastStatus) return []
  const rowsOf = (some: readonly string[]) =>
    some.flatMap((each) => (settings.events.get(each) ?? []).map((row) => ({ ...row, name: each })))
  const exact = rowsOf(names.filter((each) => !each.endsWith('.*')))
  // A row for all events of a service only applies to events without a row of their own.
  const rows = exact.length > 0 ? exact : rowsOf(names).map((row) => ({ ...row, name }))
  if (rows.length === 0) return []
  const context = contextOf(settings.context, { event, session }, version)
  return rows.map(({ name: called, level, message }) =>
    entryOf(message === '' ? called : message, level, at, {
      ...context,
      _event: { ...(isRecord(context._event) ? context._event : {}), name: called, request_id: requestId },
    }),
  )
}

/** Converts an entry of the request log to a message: path and status, with all details in `_request`. */
export function requestEntry(request: LoggedRequest): Entry {
  const { verb, service, resource, status, at } = request
  const path = [service, resource].filter(Boolean).join('/')
  return entryOf(`${verb} ${path} ${status}`, levelFor(status), Date.parse(at), { _request: request })
}

function levelFor(status: number): Level {
  if (status >= 500) return 'ERROR'
  return status >= 400 ? 'WARNING' : 'INFO'
}
