import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import {
  closeBrace,
  closeBracket,
  closingQuote,
  colon,
  comma,
  JsonMistake,
  openBrace,
  openBracket,
  parseInTurns,
  pieceLength,
  quote,
} from '../platform/json-in-turns.ts'
import { settings } from '../platform/settings/settings.ts'

/** Deeper than any record of the wire, but safe for every recursive reader. */
const maxDepth = 100

/**
 * Parses a JSON body; numbers that would lose digits become `ExactNumber`s. Throws 400 for invalid JSON, for more than 100
 * levels, and for what no database text can contain: null characters and lone surrogates; 413 for more than `maxValues`. A key
 * `__proto__` is dropped like any unknown field. Other tasks run while a large one is parsed.
 */
export function readJson(text: string, maxValues: number): unknown {
  if (text.length <= 2 * pieceLength) return parseJson(text, maxValues)
  checkSize(text, maxValues)
  return parseInTurns(text, acceptable).catch((error: unknown) => {
    throw error instanceof JsonMistake ? invalid(error.at >= text.length ? ends : lineOf(text, error.at)) : error
  })
}

/** Like `readJson`, at once. */
export function parseJson(text: string, maxValues: number): unknown {
  if (text.length > 2 * maxDepth) checkSize(text, maxValues)
  try {
    return acceptable(text)
  } catch (error) {
    throw error instanceof Problem ? error : invalid(place(error))
  }
}

/** Throws what `JSON.parse` throws, or 400. */
function acceptable(text: string): unknown {
  const value = parseExact(text)
  if (mayNamePrototype(text)) dropPrototypes(value)
  if (text.includes('\\u0000') && someText(value, (each) => each.includes('\0'))) {
    throw new Problem(400, 'Texts must not contain null characters.')
  }
  if (/\\ud[89a-f]/i.test(text) && someText(value, (each) => !each.isWellFormed())) {
    throw new Problem(400, 'Texts must not contain unpaired surrogates, such as \\ud800 alone.')
  }
  return value
}

const invalid = (where: string) => new Problem(400, `The body is not valid JSON${where}.`)
const ends = ': it ends too early'

function lineOf(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `: see line ${line}, column ${at - before.lastIndexOf('\n')}`
}

function place(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `: see line ${line}, column ${column}`
  return /end of JSON|Unterminated/i.test(message) ? ends : ''
}

/** Whether the text may contain the name, possibly with escaped characters. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || /\\u00(?:5f|7[02]|6f|74)/i.test(text)
}

function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const member of Object.values(value)) dropPrototypes(member)
}

/** An object takes as much memory as three other values, a number that keeps its digits as six. */
const valuesOfObject = 3
const valuesOfLongNumber = 6
/** Digits that every number keeps. */
const keptDigits = 15

/**
 * Rejects texts whose values would take much memory and time, before they exist: 413 for more than `maxValues` or a twentieth of as many
 * names that differ, 400 for more than 100 levels.
 */
export function checkSize(text: string, maxValues: number): void {
  const most = mostMembers(maxValues)
  /** Values of each object or list that is open, outermost first. */
  const open: number[] = []
  const names = text.length > 20 * most ? new DifferentNames() : null
  let values = 1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const from = index + 1
      index = closingQuote(text, index)
      if (names !== null && text.charCodeAt(index + 1) === colon) names.note(text, from, index)
    } else if (code === openBrace || code === openBracket) {
      if (open.push(1) > maxDepth) throw new Problem(400, `The body is nested deeper than ${maxDepth} levels.`)
      values += valuesOfObject
    } else if (code === closeBracket) open.pop()
    else if (code === closeBrace) checkMembers(open.pop() ?? 0, most)
    else if (code === comma) {
      values++
      const last = open.length - 1
      if (last >= 0) open[last] = (open[last] ?? 0) + 1
    } else if (isDigit(code)) {
      const from = index
      while (isDigit(text.charCodeAt(index + 1))) index++
      if (index - from >= keptDigits) values += valuesOfLongNumber - 1
    }
  }
  if (names !== null && names.count > most) {
    throw new Problem(
      413,
      `The body contains more than ${most} different names, a twentieth of ${settings.maxValues.variable}. Send several requests.`,
    )
  }
  if (values > maxValues) throw tooManyValues(maxValues)
}

/** Counts names that differ, or a few less. Records that share their names take a fifth of the memory of those whose names differ. */
class DifferentNames {
  readonly #seen = new Uint8Array(2 ** 20)
  count = 0

  note(text: string, from: number, to: number): void {
    let hash = to - from
    for (let at = from; at < to && at < from + 64; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    const place = (hash ^ (hash >>> 15)) & (this.#seen.length - 1)
    if (this.#seen[place] === 0) this.count += 1
    this.#seen[place] = 1
  }
}

/** Most members of one record, and values of a message of an assistant: many different names take much longer to read than as many values. */
export const mostMembers = (maxValues: number) => Math.max(1_000, Math.ceil(maxValues / 20))

/** Throws 413 for a record with more members than `most`. */
export function checkMembers(members: number, most: number): void {
  if (members > most) throw tooManyMembers(most)
}

export function tooManyMembers(most: number): Problem {
  return new Problem(
    413,
    `The body contains a record of more than ${most} members, a twentieth of ${settings.maxValues.variable}. Send several requests.`,
  )
}

/** Throws 413 for a body in another format in which these characters separate more than `most` values. */
export function checkSeparators(text: string, separators: RegExp, most: number, refuse = tooManyValues): void {
  let values = 1
  for (const _ of text.matchAll(separators)) if (++values > most) throw refuse(most)
}

function tooManyValues(most: number): Problem {
  return new Problem(
    413,
    `The body contains more than ${most} values (${settings.maxValues.variable}). Send several requests.`,
  )
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** Whether a predicate holds for any text in a value, including keys. */
function someText(value: unknown, isSo: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSo(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => isSo(name) || someText(member, isSo))
}
