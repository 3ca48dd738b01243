import { ExactNumber } from '@millwright/contract/wire/exact-json'

export const isNumber = (text: string): boolean => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim())

/** Whether a value of a document is a number, with or without all of its digits. */
export const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** Below 0 if the first number is smaller, 0 if both are equal. Texts must be numbers; no digit of either is lost. */
export function compareNumbers(one: number | ExactNumber | string, other: number | ExactNumber | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [partsOf(String(one)), partsOf(String(other))]
  if (first.sign !== second.sign) return first.sign - second.sign
  if (first.size !== second.size) return first.sign * (first.size - second.size)
  if (first.digits === second.digits) return 0
  return first.digits < second.digits ? -first.sign : first.sign
}

/** A number as its sign, the power of ten of its first digit, and its digits. */
function partsOf(text: string) {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? []
  const all = whole + part
  const lead = all.search(/[1-9]/)
  if (lead < 0) return { sign: 0, size: 0, digits: '' }
  const digits = all.slice(lead).replace(/0+$/, '')
  return { sign: sign === '-' ? -1 : 1, size: whole.length - lead + Number(power), digits }
}

/** The order of any two values of documents: null, false, true, numbers, texts, lists, objects. */
export function compareValues(one: unknown, other: unknown): number {
  const rank = rankOf(one)
  if (rank !== rankOf(other)) return rank - rankOf(other)
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other)
  const [first, second] =
    rank > ranks.text ? [JSON.stringify(one), JSON.stringify(other)] : [String(one), String(other)]
  return first === second ? 0 : first < second ? -1 : 1
}

const ranks = { nothing: 0, truth: 1, number: 2, text: 3, list: 4, object: 5 }

function rankOf(value: unknown): number {
  if (value === null || value === undefined) return ranks.nothing
  if (typeof value === 'boolean') return ranks.truth
  if (isNumeric(value)) return ranks.number
  if (typeof value === 'string') return ranks.text
  return Array.isArray(value) ? ranks.list : ranks.object
}
