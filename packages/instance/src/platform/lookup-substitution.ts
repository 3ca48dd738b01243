import { ExactNumber } from '@millwright/contract/wire/exact-json'

/** Values by lookup key: public ones, and private ones that only the instance itself may use. */
export interface Lookups {
  readonly open: ReadonlyMap<string, string>
  readonly private: ReadonlyMap<string, string>
}

/** A stored lookup key with its value in plain text. */
export interface LookupKey {
  readonly name: string
  readonly value: string
  readonly private: boolean
  /**
   * `trusted`: set by the instance itself or by a full administrator. `personal`: a predefined key whose value people may set themselves,
   * such as their name.
   */
  readonly trust: 'trusted' | 'personal' | 'untrusted'
}

export interface SubstitutionOptions {
  /** Includes private values, which take precedence: never for a text that a client sent or can read. */
  readonly withPrivate?: boolean
  /** How a value is written into the text, for example escaped. `isPlain`: without functions around the key. */
  readonly write?: (value: string, name: string, isPlain: boolean) => string
}

export const noLookups: Lookups = { open: new Map(), private: new Map() }

/** Merges the keys of several owners, earlier ones taking precedence: the user's, the role's, the app's, the instance's. */
export function joinLookups(...owners: readonly (readonly LookupKey[])[]): Lookups {
  const open = new Map<string, string>()
  const hidden = new Map<string, string>()
  for (const keys of owners) {
    for (const key of keys) {
      const values = key.private ? hidden : open
      if (!values.has(key.name)) values.set(key.name, key.value)
    }
  }
  return { open, private: hidden }
}

/** Maximum length of a text with its values, and of a value after its functions; longer results are not substituted. */
const longest = 4_000_000

/**
 * Replaces each `{key}` that has a value, once: values are not substituted again, and unknown keys stay. Functions around a key, as in
 * `{trim(urlencode(key))}`, are applied from the inside out; if one is unknown, the text stays.
 */
export function substituteLookups(text: string, lookups: Lookups, options: SubstitutionOptions = {}): string {
  if (!text.includes('{')) return text
  let room = longest - text.length
  return text.replace(placeholder, (found, before: string, name: string, after: string) => {
    const value = lookUp(name.trim(), lookups, options.withPrivate === true)
    const modified = value === undefined ? undefined : modify(value, before, after)
    if (modified === undefined) return found
    const written = options.write === undefined ? modified : options.write(modified, name.trim(), before.trim() === '')
    if (written.length > room) return found
    room -= written.length
    return written
  })
}

/** Substitutes lookups in a URL. Values that people may set themselves are encoded, so that they cannot become another part of it. */
export function substituteInUrl(
  text: string,
  lookups: Lookups,
  options: Omit<SubstitutionOptions, 'write'> = {},
): string {
  const write = (value: string, name: string, isPlain: boolean) =>
    isPlain && /^(user|role|app)\./.test(name) ? encodeURIComponent(value.toWellFormed()) : value
  return substituteLookups(text, lookups, { ...options, write })
}

/** The lookup keys that a text names and that have no value, functions around them included. */
export function missingLookups(text: string, lookups: Lookups): readonly string[] {
  const names = [...text.matchAll(placeholder)].map(([, , name = '']) => name.trim())
  return names.filter((name) => /^[\w.-]+$/.test(name) && !lookups.open.has(name))
}

/** Substitutes lookups in every string of a JSON value; member names stay unchanged. */
export function substituteInValue(value: unknown, lookups: Lookups, options: SubstitutionOptions = {}): unknown {
  if (typeof value === 'string') return substituteLookups(value, lookups, options)
  if (Array.isArray(value)) return value.map((each) => substituteInValue(each, lookups, options))
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, substituteInValue(each, lookups, options)]),
  )
}

/** Functions, a key, closing brackets. Each part is bounded, so that matching is linear in the length of the text. */
const placeholder = /\{((?:\s{0,8}\w{1,32}\(){0,8})([^(){}]{1,255})((?:\)\s{0,8}){0,8})\}/g

function lookUp(name: string, lookups: Lookups, withPrivate: boolean): string | undefined {
  return (withPrivate ? lookups.private.get(name) : undefined) ?? lookups.open.get(name)
}

function modify(value: string, before: string, after: string): string | undefined {
  const functions = before.match(/\w+/g) ?? []
  if ((after.match(/\)/g) ?? []).length !== functions.length) return undefined
  let result: string = value
  for (const name of functions.reverse()) {
    const change = modifiers.get(name)
    if (change === undefined || result.length > longest) return undefined
    result = change(result)
  }
  return result
}

const modifiers: ReadonlyMap<string, (text: string) => string> = new Map([
  ['strtoupper', (text: string) => text.toUpperCase()],
  ['strtolower', (text: string) => text.toLowerCase()],
  ['ucfirst', (text: string) => text.charAt(0).toUpperCase() + text.slice(1)],
  ['lcfirst', (text: string) => text.charAt(0).toLowerCase() + text.slice(1)],
  ['ucwords', (text: string) => text.replace(/(^|\s)(\S)/g, (_, blank, first) => `${blank}${first.toUpperCase()}`)],
  ['urlencode', (text: string) => rawEncoded(text).replaceAll('%20', '+').replaceAll('~', '%7E')],
  ['urldecode', (text: string) => decoded(text.replaceAll('+', ' '))],
  ['rawurlencode', rawEncoded],
  ['rawurldecode', decoded],
  ['base64_encode', (text: string) => Buffer.from(text).toString('base64')],
  ['base64_decode', (text: string) => Buffer.from(text, 'base64').toString()],
  ['trim', (text: string) => text.trim()],
])

function rawEncoded(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, encode)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
