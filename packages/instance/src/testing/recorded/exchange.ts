import { readFileSync } from 'node:fs'
import type { Shape } from './shape.ts'

/**
 * A recorded request to another instance of this API, with the shape of its response. `{{names}}` stand for values from earlier
 * responses.
 */
export interface Exchange {
  readonly note: string
  /** Whose session token is sent: a stored name, `nobody`, or an invalid token. */
  readonly as: string
  readonly key?: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly shape?: Shape
  /** Columns of a CSV response. */
  readonly columns?: readonly string[]
  /** Elements of an XML response. */
  readonly elements?: readonly string[]
  readonly disposition?: string
  /** Words that clients look for in an error message. */
  readonly says?: string
  /** Values to store from the response, by name: the path of each, such as `resource.0.id`. */
  readonly keep?: Readonly<Record<string, string>>
}

/** In chronological order. */
export function recordedExchanges(): Exchange[] {
  const text = readFileSync(new URL('exchanges.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Exchange => JSON.parse(line))
}

/** Stored values by name. */
export type Remembered = ReadonlyMap<string, string | number>

/** Replaces names by stored values; a text that consists of a name becomes the value itself. */
export function resolve(value: unknown, kept: Remembered): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1]
    return whole === undefined ? resolveText(value, kept) : known(whole, kept)
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, kept)]))
}

export function resolveText(text: string, kept: Remembered): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(known(name, kept)))
}

function known(name: string, kept: Remembered): string | number {
  const value = kept.get(name)
  if (value === undefined) throw new Error(`Nothing named ${name} was kept`)
  return value
}

/** The value at a path such as `resource.0.id`. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, body)
}
