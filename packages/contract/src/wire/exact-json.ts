import { isRecord } from './is-record.ts'

/**
 * JSON whose numbers keep all their digits: 64-bit integers and long decimals, which a JavaScript number would round
 * (docs/wire/formats.md).
 */
export class ExactNumber {
  readonly digits: string

  /** Takes a JSON number with all its digits. Throws a `RangeError` for anything else. */
  constructor(digits: string) {
    if (!jsonNumber.test(digits)) throw new RangeError('This is not a number.')
    this.digits = digits
  }

  toString(): string {
    return this.digits
  }

  /** Lets `JSON.stringify` write the number itself, or its digits as text in engines without `JSON.rawJSON`. */
  toJSON(): unknown {
    return json.rawJSON?.(this.digits) ?? this.digits
  }
}

/**
 * Returns a plain number if it represents the digits exactly, otherwise an `ExactNumber`. Throws a `RangeError` for anything but
 * a JSON number.
 */
export function exactNumber(digits: string): number | ExactNumber {
  const number = Number(digits)
  return keepsDigits(number, digits) && jsonNumber.test(digits) ? number : new ExactNumber(digits)
}

/**
 * Parses JSON. Numbers that would lose digits become `ExactNumber`s, all others numbers. Throws a `SyntaxError` for invalid JSON,
 * and a `RangeError` if it is nested deeper than the engine supports.
 */
export function parseExact(text: string): unknown {
  // Most texts have no such number, and need no second pass.
  if (!mayLose.test(text)) return JSON.parse(text)
  const mark = newMark()
  const marked = markLosses(text, mark)
  if (marked === text) return JSON.parse(text)
  try {
    return unmarked(JSON.parse(marked), mark)
  } catch (error) {
    // The error has the position in the text that was sent.
    if (error instanceof SyntaxError) JSON.parse(text)
    throw error
  }
}

/** Serializes a value that may contain exact numbers. */
export function stringifyExact(value: unknown, space?: number): string {
  if (json.rawJSON) return JSON.stringify(value, null, space)
  const mark = newMark()
  const marked = JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, plain) {
      const held = this[key]
      return held instanceof ExactNumber ? mark + held.digits : plain
    },
    space,
  )
  return marked.replace(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}

/** An addition of ECMAScript 2026 to `JSON`, if the engine has it. */
interface SourceTextJson {
  parse(text: string): unknown
  rawJSON?: (text: string) => unknown
}
const json: SourceTextJson = JSON

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** 16 digits in a row, counting the decimal point as one, or an exponent of three digits. */
const mayLose = /[\d.]{16}|\d[eE][+-]?\d{3}/

/** A number always keeps 15 digits; it keeps more if it prints the same digits. */
function keepsDigits(number: number, digits: string): boolean {
  if (String(number) === digits) return true
  const figures = digits
    .replace(/[eE].*/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
  if (figures === '') return true
  return figures.length <= 15 && Number.isFinite(number) && Math.abs(number) >= smallestNormal
}

/** Subnormal numbers below it have less precision. */
const smallestNormal = 2.2250738585072014e-308

/**
 * Turns numbers that would lose digits into marked strings, which pass through the parser. Parsing with a reviver takes ten times as
 * long, as it is called for every value.
 */
function markLosses(text: string, mark: string): string {
  const pieces: string[] = []
  let copied = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (end - at > 5 && losesDigits(text, at, end)) {
        pieces.push(text.slice(copied, at), `"${mark}${text.slice(at, end)}"`)
        copied = end
      }
      at = end
    } else at += 1
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied)
}

/** Returns the position after a string, or the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return at + 1
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && isInNumber(text.charCodeAt(at))) at += 1
  return at
}

/** What is invalid stays as it is, for the parser to reject: also a number in place of a name. */
function losesDigits(text: string, start: number, end: number): boolean {
  const digits = text.slice(start, end)
  return mayLose.test(digits) && !keepsDigits(Number(digits), digits) && jsonNumber.test(digits) && !isName(text, end)
}

function isName(text: string, end: number): boolean {
  colonAhead.lastIndex = end
  return colonAhead.test(text)
}

/** Replaces marked strings in a parsed value by the numbers that they stand for. */
function unmarked(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = unmarked(value[at], mark)
  } else if (isRecord(value)) {
    for (const name in value) {
      const member = value[name]
      const read = unmarked(member, mark)
      if (read !== member) Object.defineProperty(value, name, { value: read, ...ofMembers })
    }
  }
  return value
}

const ofMembers = { writable: true, enumerable: true, configurable: true }
const colonAhead = /\s*:/y
const quote = 34
const backslash = 92
const minus = 45
const isDigit = (code: number) => code >= 48 && code <= 57
/** Digits, and the characters + - . E e. */
const isInNumber = (code: number) =>
  isDigit(code) || code === 43 || code === minus || code === 46 || code === 69 || code === 101

/** Random, so that no input can contain the mark on purpose. */
function newMark(): string {
  return `${crypto.randomUUID()}:`
}
