import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isBlank, type MakeRule, type RuleConfig } from './rule.ts'

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
