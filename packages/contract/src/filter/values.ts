import type { FilterValue } from './node.ts'
import type { Scanner } from './scanner.ts'

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
