import { exactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'
import { formatBytes } from '../../language/byte-words.ts'
import { dateWords } from '../../language/date-words.ts'
import { relativeTime } from '../../ui/dates.ts'
import { dateOf, dates, isZoned, type MomentKind } from '../../widgets/access/condition/moment-text.ts'
import type { Reading } from '../../widgets/grid/grid-source.ts'
import { hasAllowedValues, kindOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

const truths = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const falsehoods = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** Formats a value as the complete text to edit and copy. Not called for null. */
export function printValue(field: WireField, value: unknown): string {
  switch (kindOf(field)) {
    case 'boolean':
      return isTrue(value) ? 'TRUE' : 'FALSE'
    case 'json':
      return typeof value === 'string' ? value : stringifyExact(value, 2)
    default:
      return typeof value === 'object' ? stringifyExact(value) : String(value)
  }
}

const longest = 300

/** Formats a value as one shortened line. Not called for null. */
export function showValue(field: WireField, value: unknown): string {
  const kind = kindOf(field)
  if (kind === 'binary') return formatBytes(bytesOf(String(value)))
  const moment = momentKind(field)
  if (moment !== null) return showMoment(moment, String(value))
  const text = kind === 'json' && typeof value !== 'string' ? stringifyExact(value) : printValue(field, value)
  return (text.length > longest ? `${text.slice(0, longest)}…` : text).replaceAll(/\r\n|[\r\n]/g, ' ↵ ')
}

/** Parses typed text. Empty text is a value only in text fields; elsewhere it is NULL. */
export function readValue(field: WireField, text: string): Reading {
  const kind = kindOf(field)
  if (kind === 'line' || kind === 'lines') return readText(field, text)
  // An empty binary value is a value.
  if (kind === 'binary' && text === '') return { value: '' }
  const trimmed = text.trim()
  if (trimmed === '') return field.allow_null === false ? { problem: dataMessages.valueRequired } : { value: null }
  switch (kind) {
    case 'integer': {
      if (!/^[+-]?\d+$/.test(trimmed)) return { problem: dataMessages.notWholeNumber }
      const digits = plainDigits(trimmed)
      return problemOfList(field, digits) ?? { value: exactNumber(digits) }
    }
    case 'decimal':
      if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return { value: exactNumber(plainDigits(trimmed)) }
      // Some databases accept these in number fields, others reject them.
      return /^(nan|[+-]?infinity)$/i.test(trimmed) ? { value: trimmed } : { problem: dataMessages.notANumber }
    case 'boolean':
      return readBoolean(trimmed)
    case 'json':
      return isJson(trimmed) ? { value: text } : { problem: dataMessages.notValidJson }
    default:
      return readLiteral(field, trimmed)
  }
}

function readLiteral(field: WireField, text: string): Reading {
  const moment = momentKind(field)
  const problem = moment === null ? null : momentProblem(moment, text)
  return problem === null ? { value: text } : { problem }
}

function readText(field: WireField, text: string): Reading {
  if (text === '' && hasAllowedValues(field) && field.allow_null !== false) return { value: null }
  const unlisted = problemOfList(field, text)
  if (unlisted) return unlisted
  const room = field.length ?? 0
  if (room > 0 && text.length > room && [...text].length > room)
    return { problem: dataMessages.valueTooLong({ length: [...text].length, room }) }
  return { value: text }
}

/** The number of allowed values that fit beside a cell. */
const mostNamed = 10

/** The problem of a value that the field's list lacks; `null` if it has it, or others are accepted. */
function problemOfList(field: WireField, text: string): { readonly problem: string } | null {
  const allowed = field.picklist?.map(String) ?? []
  if (!hasAllowedValues(field) || allowed.includes(text)) return null
  const named = allowed.slice(0, mostNamed).join(', ')
  return { problem: dataMessages.valueNotAllowed({ values: allowed.length > mostNamed ? `${named}, …` : named }) }
}

function readBoolean(text: string): Reading {
  const word = text.toLowerCase()
  if (truths.has(word)) return { value: true }
  return falsehoods.has(word) ? { value: false } : { problem: dataMessages.notBoolean }
}

/** Normalizes a number as JSON writes it: without a plus, leading zeros, or a point without digits on both sides. */
function plainDigits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^([+-]?)0*(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(text) ?? []
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}${exponent}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isTrue(value: unknown): boolean {
  return typeof value === 'boolean' ? value : truths.has(String(value).toLowerCase())
}

/** Returns the size in bytes of a base64 value. */
export function bytesOf(base64: string): number {
  const signs = base64.replaceAll(/\s/g, '')
  return Math.floor((signs.replace(/=+$/, '').length * 3) / 4)
}

/** Special values that databases accept besides digits. */
const words = /^(-?infinity|epoch|now|today|tomorrow|yesterday|allballs)$/i

/** Returns `null` if the field is not a date or time. */
export function momentKind({ type }: Pick<WireField, 'type'>): MomentKind | null {
  const word = type?.toLowerCase() ?? ''
  if (word === 'date') return 'date'
  if (word === 'time' || word === 'timetz') return 'time'
  return /^(datetime(tz)?|timestamp(tz|_on_(create|update))?)$/.test(word) ? 'datetime' : null
}

/** Returns why a text is not a valid date or time, as far as this is known without the database, which may accept more formats. */
export function momentProblem(kind: MomentKind, text: string): string | null {
  if (!/\d/.test(text)) return words.test(text) ? null : kind === 'time' ? dataMessages.notATime : dataMessages.notADate
  const found = dates.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  // MySQL allows a zero date.
  if (day === 0) return null
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day <= lastDay ? null : dataMessages.noSuchDate
}

/**
 * Formats a date or time for the user's locale; a value without a time zone is shown as stored. Values in unusual formats are returned
 * unchanged.
 */
export function showMoment(kind: MomentKind, text: string): string {
  const at = kind === 'time' ? null : dateOf(text)
  if (at === null) return text
  const timeZone = kind === 'date' || !isZoned(text) ? 'UTC' : undefined
  return dateWords(at, kind === 'date' ? 'day' : 'minute', timeZone)
}

/** Returns the text as stored, with the relative time if it has a time zone. */
export function exactMoment(text: string): string {
  const date = isZoned(text) ? dateOf(text) : null
  return date === null ? text : `${text} · ${relativeTime(date, new Date())}`
}
