import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
/** The values of a form: one member per control, in the form's own types. */
export type Draft = { readonly [field: string]: unknown }

/** Display names of the members, in the order of the form; members without a label are not edited by the user. */
export type DraftLabels<D extends Draft> = { readonly [K in keyof D]?: string }

/** Whether two values would be sent as the same value. Identical objects are compared by reference, whatever their size. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value, index) => sameValue(value, right[index]))
    )
  const mine = new Map<string, unknown>(Object.entries(left))
  const theirs = new Map<string, unknown>(Object.entries(right))
  return [...new Set([...mine.keys(), ...theirs.keys()])].every((key) => sameValue(mine.get(key), theirs.get(key)))
}

/** The members that the user changed, in the order of the form. */
export function changedFields<D extends Draft>(before: D, after: D, labels: DraftLabels<D>): (keyof D & string)[] {
  return fieldsOf(labels).filter((field) => !sameValue(before[field], after[field]))
}

export function fieldsOf<D extends Draft>(labels: DraftLabels<D>): (keyof D & string)[] {
  return Object.keys(labels) as (keyof D & string)[]
}

/** The stored values after a save, except for what was changed since `sent`: that stays. */
export function withLateInput<D extends Draft>(now: D, sent: D, stored: D): D {
  const late = Object.entries(now).filter(([field, value]) => !sameValue(value, sent[field]))
  return { ...stored, ...Object.fromEntries(late) }
}

export interface Difference<D extends Draft> {
  readonly field: keyof D & string
  readonly label: string
  readonly mine: unknown
  readonly theirs: unknown
  /** Both sides changed it, so that one change is lost either way. */
  readonly both: boolean
}

export type Side = 'mine' | 'theirs'

/** The fields whose edited value differs from the value stored meanwhile. */
export function differences<D extends Draft>(base: D, mine: D, theirs: D, labels: DraftLabels<D>): Difference<D>[] {
  return fieldsOf(labels)
    .filter((field) => !sameValue(mine[field], theirs[field]))
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      mine: mine[field],
      theirs: theirs[field],
      both: !sameValue(base[field], mine[field]) && !sameValue(base[field], theirs[field]),
    }))
}

/** The default choice: the side that changed the field; if both did, the user's. */
export function firstChoice<D extends Draft>(base: D, difference: Difference<D>): Side {
  return sameValue(base[difference.field], difference.mine) ? 'theirs' : 'mine'
}

/** Merges both sides by the choices; members without a difference stay as they are. */
export function merged<D extends Draft>(mine: D, theirs: D, choices: ReadonlyMap<string, Side>): D {
  const taken = Object.fromEntries(
    [...choices].flatMap(([field, side]) => (side === 'theirs' ? [[field, theirs[field]]] : [])),
  )
  return { ...mine, ...taken }
}

/** A value as display text. */
export function displayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return t.emptyValue
  if (typeof value === 'boolean') return value ? tabWords.yes : tabWords.no
  if (typeof value === 'object' && 'label' in value && typeof value.label === 'string') return value.label
  if (typeof value !== 'object') return String(value)
  const text = JSON.stringify(value)
  return Array.isArray(value) && text.length > longest ? t.entries({ count: value.length }) : text
}

/** Maximum characters of a displayed list; for a longer one, its length is shown. */
const longest = 200
