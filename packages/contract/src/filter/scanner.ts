import { Problem } from '../problem.ts'
import type { FilterValue } from './node.ts'

/** Scans a filter from left to right, without backtracking. */
export class Scanner {
  readonly #text: string
  readonly #refuse: (sentence: string) => Problem
  #at = 0

  /** `refuse` creates the problem for a text that cannot be parsed, by default a 400. */
  constructor(text: string, refuse: (sentence: string) => Problem = (sentence) => new Problem(400, sentence)) {
    this.#text = text
    this.#refuse = refuse
  }

  get position(): number {
    return this.#at
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  skipBlanks(): void {
    this.take(/\s+/y)
  }

  /** Matches a sticky pattern at the current position and moves past it, or returns `null` without moving. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = this.peek(pattern)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  peek(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }

  /** Throws a problem with the position, counted from 1, and the reason. */
  fail(reason: string, at = this.#at): never {
    throw this.#refuse(`The filter cannot be read at position ${at + 1}: ${reason}`)
  }

  /** Describes what was expected and what was found. */
  expected(what: string): string {
    return `expected ${what}, found ${this.describeNext()}.`
  }

  /** Describes the next token. */
  describeNext(): string {
    const word = this.peek(/[^\s()]{1,20}|[()]/y)
    return word === null ? 'the end' : `"${word[0]}"`
  }
}

/** A value, and whether it was written without quotes, where `null` means null. */
export interface WrittenValue {
  readonly value: FilterValue
  readonly bare: boolean
}

/** Reads `'text'`, `"text"`, `:param` or bare words. In a list, a comma ends a bare value. */
export function readValue(scanner: Scanner, after: string, inList = false): WrittenValue {
  const quote = scanner.next
  if (quote === '"' || quote === "'") return { value: text(readQuoted(scanner)), bare: false }
  const param = scanner.take(/:([A-Za-z_]\w*)(?=\s|[),]|&&|\|\||$)/y)
  if (param !== null) return { value: { kind: 'param', name: param[1] ?? '' }, bare: false }
  return { value: text(readBare(scanner, after, inList)), bare: true }
}

/** Reads the values of `in`, in parentheses. `count` is called for each value, before the next one is read. */
export function readList(scanner: Scanner, count: () => void): FilterValue[] {
  scanner.skipBlanks()
  if (scanner.take(/\(\s*/y) === null) scanner.fail('the values of "in" belong in parentheses.')
  const values: FilterValue[] = []
  do {
    scanner.skipBlanks()
    values.push(readValue(scanner, values.length === 0 ? '(' : ',', true).value)
    count()
    scanner.skipBlanks()
  } while (scanner.take(/,/y) !== null)
  if (scanner.take(/\)/y) === null) scanner.fail(scanner.expected('"," or ")"'))
  return values
}

/** Reads a quoted text: a quote is written as two, or with a backslash before it; a backslash as `\\`. */
export function readQuoted(scanner: Scanner): string {
  const start = scanner.position
  const body = scanner.take(/"((?:[^"\\]|\\[\s\S]|"")*)"|'((?:[^'\\]|\\[\s\S]|'')*)'/y)
  if (body === null) scanner.fail('the quote that opens here is never closed.', start)
  const [, double, single] = body
  return double === undefined
    ? (single ?? '').replace(/\\(['"\\])|''/g, (_, escaped) => escaped ?? "'")
    : double.replace(/\\(['"\\])|""/g, (_, escaped) => escaped ?? '"')
}

function readBare(scanner: Scanner, after: string, inList: boolean): string {
  const start = scanner.position
  const word = inList ? /(?:(?!&&|\|\|)[^\s(),])+/y : /(?:(?!&&|\|\|)[^\s()])+/y
  let value = ''
  let blanks = ''
  for (;;) {
    const found = scanner.take(word)
    if (found === null) break
    if (/^["']/.test(found[0])) scanner.fail('put the whole value in quotes.', start)
    if ((value === '' ? /^[=<>!]/ : /[=<>]/).test(found[0])) {
      scanner.fail('put a value that contains an operator in quotes.', start)
    }
    value += blanks + found[0]
    if (scanner.peek(/\s+(?:and|or)(?=[\s(]|$)/iy) !== null) break
    blanks = scanner.take(/\s+/y)?.[0] ?? ''
  }
  if (scanner.next === '(') scanner.fail('put a value that contains parentheses in quotes.', start)
  if (value === '') scanner.fail(`a value is missing after "${after}".`, start)
  return value
}

function text(value: string): FilterValue {
  return { kind: 'text', text: value }
}
