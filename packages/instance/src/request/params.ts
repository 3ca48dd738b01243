import { Problem } from '@millwright/contract/problem'
import { isYes } from '../platform/yes-and-no.ts'
import type { Params } from './api-request.ts'

/** The value of the first of these names that is present; several names are aliases, in order of precedence. */
export function text(params: Params, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = params[name]
    if (value !== undefined) return value
  }
  return undefined
}

/** Absent is false. */
export function flag(params: Params, ...names: string[]): boolean {
  const value = text(params, ...names)
  return value !== undefined && isYes(value)
}

/** The items of a comma list without blanks around them and without empty ones; undefined when absent. */
export function list(params: Params, ...names: string[]): string[] | undefined {
  const value = text(params, ...names)
  if (value === undefined) return undefined
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A whole number, cut to what a number holds exactly; undefined when absent or empty. Refuses anything else with 400. */
export function number(params: Params, ...names: string[]): number | undefined {
  const value = text(params, ...names)?.trim()
  if (value === undefined || value === '') return undefined
  if (!/^[+-]?\d{1,100}$/.test(value)) throw new Problem(400, `Parameter '${names[0]}' must be a whole number.`)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
}
