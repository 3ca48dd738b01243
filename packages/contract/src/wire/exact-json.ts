/**
 * JSON whose numbers keep every digit: 64-bit integers and long decimals, which a JavaScript number would round
 * (docs/wire/formats.md).
 */
export class ExactNumber {
  readonly digits: string

  /** Takes what JSON takes for a number, with all its digits; throws `RangeError` for anything else. */
  constructor(digits: string) {
    if (!jsonNumber.test(digits)) throw new RangeError('This is not a number.')
    this.digits = digits
  }

  toString(): string {
    return this.digits
  }

  /** Lets any `JSON.stringify` write the number itself; where an engine has no way to, its digits as text. */
  toJSON(): unknown {
    return json.rawJSON?.(this.digits) ?? this.digits
  }
}

/** A plain number where it says the same as the digits, else one that keeps them. Throws as `ExactNumber` does. */
export function exactNumber(digits: string): number | ExactNumber {
  const number = Number(digits)
  return keepsDigits(number, digits) && jsonNumber.test(digits) ? number : new ExactNumber(digits)
}

/**
 * What a JSON text says. Numbers that would lose digits come as `ExactNumber`, all others as numbers. Throws `SyntaxError`
 * for what is not JSON, and `RangeError` when it is nested deeper than the engine can follow.
 */
export function parseExact(text: string): unknown {
  // Looking at every number costs several times the reading, so it is done only where there may be one to keep.
  if (!mayLose.test(text)) return JSON.parse(text)
  if (!json.rawJSON) return parseMarked(text)
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value,
  )
}

/** The JSON text of a value in which there may be exact numbers. */
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

/** What ECMAScript 2026 adds to `JSON`, as far as the engine has it. */
interface SourceTextJson {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown
  rawJSON?: (text: string) => unknown
}
const json: SourceTextJson = JSON

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** 16 digits in a row, the point counted as one, or an exponent of three digits. */
const mayLose = /[\d.]{16}|\d[eE][+-]?\d{3}/

/** Fifteen digits always survive as a number; more do when they come out of it as they went in. */
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

/** Below it numbers have fewer digits. */
const smallestNormal = 2.2250738585072014e-308

/** For engines that do not say how a number was written: long ones travel through the parser as marked texts. */
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

/** Nobody who writes a text can know it, so that none has it by intent. */
function newMark(): string {
  return `${crypto.randomUUID()}:`
}
