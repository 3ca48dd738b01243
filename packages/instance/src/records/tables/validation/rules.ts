import { createContext, Script } from 'node:vm'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { linearExpression, type Matches } from '../../../platform/linear-expression.ts'
import type { DescribedField } from '../../described-table.ts'

export type RuleConfig = Readonly<Record<string, unknown>>

/** Validates a sent value: returns `null`, or what is wrong as the end of a sentence about the field. */
export type Rule = (value: unknown) => string | null

/** Creates a rule from its settings. Invalid settings result in a 400 for every write, rather than in no validation. */
export type MakeRule = (config: RuleConfig, field: DescribedField) => Rule

/** Returns whether a value is blank, which only `not_null` and `not_empty` reject. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === 0 || value === '0' || value === false
}

/** `range` with `min` and `max`; `formats` may allow `hex` (`0x1f`) and `octal` (`017`) besides decimal digits. */
export const intRule: MakeRule = (config) => {
  const [least, most] = rangeOf(config)
  const formats = wordsOf(config.formats)
  const forms = [/^[+-]?(?:0|[1-9]\d*)$/]
  if (formats.includes('hex')) forms.push(/^0x[\da-f]+$/i)
  if (formats.includes('octal')) forms.push(/^0o?[0-7]+$/i)
  const wanted = `must be a whole number${rangeText(least, most)}.`
  return (value) => {
    if (isBlank(value)) return null
    const text = textOf(value)
    if (text === null || text.length > 100 || !forms.some((form) => form.test(text))) return wanted
    const number = numberOf(text)
    return (least !== null && number < least) || (most !== null && number > most) ? wanted : null
  }
}

/** `decimal` is the character before the fraction. */
export const floatRule: MakeRule = ({ decimal }) => {
  const point = typeof decimal === 'string' && decimal.length === 1 ? decimal : '.'
  return (value) => {
    if (isBlank(value) || typeof value === 'number' || value instanceof ExactNumber) return null
    const text = textOf(value)?.replace(point, '.')
    const isNumber =
      text !== undefined && text.length <= 1000 && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i.test(text)
    return isNumber ? null : 'must be a number.'
  }
}

export const notZeroRule: MakeRule = () => (value) => {
  const text = textOf(value)
  return text !== null && text !== '' && Number(text) === 0 ? 'must not be zero.' : null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber) return String(value)
  return typeof value === 'string' ? value.trim() : null
}

function numberOf(text: string): number {
  if (/^0\d/.test(text)) return Number.parseInt(text, 8)
  return Number(text)
}

function rangeOf({ range }: RuleConfig): readonly [number | null, number | null] {
  if (typeof range !== 'object' || range === null) return [null, null]
  const { min, max } = range as { min?: unknown; max?: unknown }
  return [bound(min), bound(max)]
}

function bound(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

function rangeText(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return ` between ${least} and ${most}`
  if (least !== null) return ` of at least ${least}`
  return most === null ? '' : ` of at most ${most}`
}

/** Returns the words of a list or a comma-separated text, or the members of an object that are on. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.toLowerCase().split(/[\s,]+/)
  if (Array.isArray(value)) return value.map((each) => String(each).toLowerCase())
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, on]) => (on === false || on === null ? [] : name.toLowerCase()))
}

/** One `@`, with something before it and a domain after it. */
const email = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/
const longestEmail = 320

export const emailRule: MakeRule = () => (value) => {
  if (isBlank(value)) return null
  const fits = typeof value === 'string' && value.length <= longestEmail && email.test(value)
  return fits ? null : 'must be an email address.'
}

/** `sections` names parts that the URL must have: `path`, `query`. */
export const urlRule: MakeRule = ({ sections }) => {
  const demanded = JSON.stringify(sections ?? '').toLowerCase()
  const path = demanded.includes('path')
  const query = demanded.includes('query')
  return (value) => {
    if (isBlank(value)) return null
    const url = typeof value === 'string' && /^[a-z][a-z\d+.-]*:/i.test(value) ? URL.parse(value) : null
    if (url === null || url.host === '') return 'must be a URL.'
    if (path && url.pathname.length < 2) return 'must be a URL with a path.'
    return query && url.search === '' ? 'must be a URL with a query.' : null
  }
}

const unusable: Rule = () => 'has a rule that cannot be checked: its regular expression is missing or unreadable.'
const mismatch = 'does not match the required pattern.'

/** `regexp` is a Base64 encoded expression between delimiters, such as `/^\d+$/i`. */
export const matchRule: MakeRule = ({ regexp }) => {
  const matches = typeof regexp === 'string' ? expressionOf(Buffer.from(regexp, 'base64').toString()) : null
  if (matches === null) return unusable
  return (value) => (isBlank(value) || matches(String(value)) ? null : mismatch)
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function expressionOf(delimited: string): Matches | null {
  const trimmed = delimited.trim()
  const open = trimmed[0] ?? ''
  if (/[\w\s\\]|^$/.test(open)) return null
  const end = trimmed.lastIndexOf(closing[open] ?? open)
  const flags = trimmed.slice(end + 1)
  if (end < 1 || !/^[imsuxADU]*$/.test(flags)) return null
  const anchored = flags.includes('A') ? '^(?:' : '(?:'
  const source = `${anchored}${plainSource(trimmed.slice(1, end), open, flags.includes('x'))})`
  const known = flags.replace(/[^imsu]/g, '')
  const linear = linearExpression(source, known)
  if (linear !== null) return linear
  try {
    return inTime(new RegExp(source, known))
  } catch {
    return null
  }
}

/** Unescapes the delimiter; with `x`, removes blanks and comments from the expression. */
function plainSource(source: string, delimiter: string, extended: boolean): string {
  const plain = source.replaceAll(`\\${delimiter}`, delimiter === '/' ? '/' : `\\${delimiter}`)
  const readable = extended
    ? plain.replace(/\\.|\[(?:\\.|[^\]])*\]|#.*|\s+/g, (part) => (/^[#\s]/.test(part) ? '' : part))
    : plain
  return readable.replaceAll('\\A', '^').replace(/\\[zZ]/g, '$')
}

const patience = 200

/** Bounds the time of matching: an expression that backtracks could block the whole process. */
function inTime(expression: RegExp): Matches {
  const context = createContext({ expression, text: '' })
  const script = new Script('expression.test(text)')
  return (text) => {
    context.text = text
    try {
      return script.runInContext(context, { timeout: patience }) === true
    } catch {
      return false
    }
  }
}
