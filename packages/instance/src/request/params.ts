import { isYes } from '@millwright/connector/yes-and-no'
import { Problem } from '@millwright/contract/problem'
import type { Params } from './api-request.ts'

/** Returns the value of the first of these names that is present; several names are aliases, in order of precedence. */
export function text(params: Params, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = params[name]
    if (value !== undefined) return value
  }
  return undefined
}

/** Absent means false. */
export function flag(params: Params, ...names: string[]): boolean {
  const value = text(params, ...names)
  return value !== undefined && isYes(value)
}

/** Returns the items of a comma-separated list (`itemsIn`); `undefined` if absent. */
export function list(params: Params, ...names: string[]): string[] | undefined {
  const value = text(params, ...names)
  return value === undefined ? undefined : itemsIn(value)
}

/**
 * Returns the items of a comma-separated list, trimmed and without empty ones. An item in double quotes is taken as it is, commas,
 * spaces and doubled quotes included.
 */
export function itemsIn(list: string): string[] {
  if (!list.includes('"')) {
    return list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }
  return [...list.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))(?:,|$)|,/g)].flatMap(([, quoted, plain]) => {
    if (quoted !== undefined) return [quoted.replaceAll('""', '"')]
    const item = plain?.trim() ?? ''
    return item === '' ? [] : [item]
  })
}

/** Joins items to a list that `itemsIn` parses. */
export function joinItems(items: readonly string[]): string {
  return items
    .map((item) => (item === '' || /[,"]|^\s|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item))
    .join(',')
}

/** Returns an integer, clamped to the exact range of numbers; `undefined` if absent or empty. Throws 400 for anything else. */
export function number(params: Params, ...names: string[]): number | undefined {
  const value = text(params, ...names)?.trim()
  if (value === undefined || value === '') return undefined
  if (!/^[+-]?\d{1,100}$/.test(value)) throw new Problem(400, `Parameter '${names[0]}' must be a whole number.`)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
}
