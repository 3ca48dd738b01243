import { readFileSync } from 'node:fs'
import type { Shape } from './shape.ts'

/** A request to another instance of the wire, and what its answer was like. `{{names}}` stand for values kept from earlier ones. */
export interface Exchange {
  readonly note: string
  /** Whose session token goes along: a kept name, `nobody`, or a text that is no token. */
  readonly as: string
  readonly key?: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly shape?: Shape
  /** Of an answer in CSV. */
  readonly columns?: readonly string[]
  /** Of an answer in XML. */
  readonly elements?: readonly string[]
  readonly disposition?: string
  /** Words in the message of a refusal that clients look for. */
  readonly says?: string
  /** Values of the answer, by name: the path to each, such as `resource.0.id`. */
  readonly keep?: Readonly<Record<string, string>>
}

/** In the order in which they happened. */
export function recordedExchanges(): Exchange[] {
  const text = readFileSync(new URL('exchanges.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Exchange => JSON.parse(line))
}

/** Kept values by name. */
export type Remembered = ReadonlyMap<string, string | number>

/** Puts kept values in place of their names; a text that is nothing but a name becomes the value itself. */
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

/** The value at `resource.0.id` and the like. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, body)
}
