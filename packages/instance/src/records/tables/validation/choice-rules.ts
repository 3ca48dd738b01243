import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { counted } from '../../../platform/counted.ts'
import { isNo, isYes } from '../../../platform/yes-and-no.ts'
import { isBlank, type MakeRule, type Rule } from './rule.ts'

export const booleanRule: MakeRule = () => (value) => {
  if (isBlank(value) || typeof value === 'boolean' || value === 0 || value === 1) return null
  const fits = typeof value === 'string' && (isYes(value) || isNo(value))
  return fits ? null : 'must be true or false.'
}

const withoutList: Rule = () => 'must be one of a list, but the field has no list.'

export const picklistRule: MakeRule = (_, { picklist }) => {
  if (picklist === null || picklist.length === 0) return withoutList
  const choices = new Set(picklist)
  const sentence = `must be one of: ${picklist.slice(0, 50).join(', ')}${picklist.length > 50 ? ', …' : ''}.`
  return (value) => (isBlank(value) || choices.has(textOf(value)) ? null : sentence)
}

/** Several items separated by `delimiter`, at least `min` and at most `max` of them. */
export const multiPicklistRule: MakeRule = ({ delimiter, min, max }, { picklist }) => {
  if (picklist === null || picklist.length === 0) return withoutList
  const between = typeof delimiter === 'string' && delimiter !== '' ? delimiter : ','
  const least = countOf(min) ?? 1
  const most = countOf(max)
  const choices = new Set(picklist)
  return (value) => {
    if (isBlank(value)) return null
    const items = Array.isArray(value) ? value.map(textOf) : textOf(value).split(between)
    if (items.length < least) return `needs at least ${least} of: ${picklist.slice(0, 50).join(', ')}.`
    if (most !== null && items.length > most) return `can have at most ${counted(most, 'item')}.`
    const odd = items.find((item) => !choices.has(item.trim()))
    return odd === undefined ? null : `has an item that is not in its list: ${odd.trim().slice(0, 100)}.`
  }
}

function textOf(value: unknown): string {
  return typeof value === 'object' && !(value instanceof ExactNumber) ? JSON.stringify(value) : String(value)
}

function countOf(value: unknown): number | null {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 && value !== '' ? number : null
}
