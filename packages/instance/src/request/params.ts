import { Problem } from '@millwright/contract/problem'
import { isYes } from '../platform/yes-and-no.ts'
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

/** Returns the items of a comma-separated list, trimmed and without empty ones; `undefined` if absent. */
export function list(params: Params, ...names: string[]): string[] | undefined {
  const value = text(params, ...names)
  if (value === undefined) return undefined
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Returns an integer, clamped to the exact range of numbers; `undefined` if absent or empty. Throws 400 for anything else. */
export function number(params: Params, ...names: string[]): number | undefined {
  const value = text(params, ...names)?.trim()
  if (value === undefined || value === '') return undefined
  if (!/^[+-]?\d{1,100}$/.test(value)) throw new Problem(400, `Parameter '${names[0]}' must be a whole number.`)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
}
