import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { settings } from '../platform/settings/settings.ts'

/** Deeper than any record of the wire, but safe for every recursive reader. */
const maxDepth = 100

/**
 * Parses a JSON body; numbers that would lose digits become `ExactNumber`s. Throws 400 for invalid JSON, for more than 100
 * levels, and for what no database text can contain: null characters and lone surrogates; 413 for more than `maxValues`. A key
 * `__proto__` is dropped like any unknown field.
 */
export function parseJson(text: string, maxValues: number): unknown {
  if (text.length > 2 * maxDepth) checkSize(text, maxValues)
  const value = parsed(text)
  if (mayNamePrototype(text)) dropPrototypes(value)
  if (text.includes('\\u0000') && someText(value, (each) => each.includes('\0'))) {
    throw new Problem(400, 'Texts must not contain null characters.')
  }
  if (/\\ud[89a-f]/i.test(text) && someText(value, (each) => !each.isWellFormed())) {
    throw new Problem(400, 'Texts must not contain unpaired surrogates, such as \\ud800 alone.')
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    throw new Problem(400, `The body is not valid JSON${place(error)}.`)
  }
}

function place(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `: see line ${line}, column ${column}`
  return /end of JSON|Unterminated/i.test(message) ? ': it ends too early' : ''
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

/** Rejects texts whose values would take much memory and time, before they exist. */
function checkSize(text: string, maxValues: number): void {
  const most = mostMembers(maxValues)
  /** Values of each object or list that is open, outermost first. */
  const open: number[] = []
  let values = 1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = closingQuote(text, index)
    else if (code === openBrace || code === openBracket) {
      if (open.push(1) > maxDepth) throw new Problem(400, `The body is nested deeper than ${maxDepth} levels.`)
      values++
    } else if (code === closeBracket) open.pop()
    else if (code === closeBrace) checkMembers(open.pop() ?? 0, most)
    else if (code === comma) {
      values++
      const last = open.length - 1
      if (last >= 0) open[last] = (open[last] ?? 0) + 1
    }
  }
  if (values > maxValues) throw tooManyValues(maxValues)
}

function closingQuote(text: string, opening: number): number {
  let index = opening + 1
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

/** Most members of one record: many different names take much longer to read than as many values. */
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

const quote = 34
const backslash = 92
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Whether a predicate holds for any text in a value, including keys. */
function someText(value: unknown, isSo: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSo(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => isSo(name) || someText(member, isSo))
}
