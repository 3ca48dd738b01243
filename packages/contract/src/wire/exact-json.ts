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
  // Checking every number takes several times as long as parsing, so it is only done if some number may lose digits.
  if (!mayLose.test(text)) return JSON.parse(text)
  if (!json.rawJSON) return parseMarked(text)
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value,
  )
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

/** Additions of ECMAScript 2026 to `JSON`, if the engine has them. */
interface SourceTextJson {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown
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

/** For engines without source text access: long numbers pass through the parser as marked strings. */
function parseMarked(text: string): unknown {
  const mark = newMark()
  const marked = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"') || !jsonNumber.test(token) || keepsDigits(Number(token), token)) return token
    return `"${mark}${token}"`
  })
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value,
  )
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Random, so that no input can contain the mark on purpose. */
function newMark(): string {
  return `${crypto.randomUUID()}:`
}
