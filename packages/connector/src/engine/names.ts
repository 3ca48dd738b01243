import { Problem } from '@millwright/contract/problem'

/**
 * Quotes a name, doubling closing quotes in it. Throws 400 for names that no database supports: the empty text, and texts with a
 * null character or a lone surrogate, which drivers might truncate or change.
 */
export function identifier(name: string, open: string, close: string): string {
  if (name === '' || name.includes('\0') || !name.isWellFormed()) {
    throw new Problem(400, `${JSON.stringify(name)} cannot be a name in a database.`)
  }
  return `${open}${name.replaceAll(close, close + close)}${close}`
}

/** Parses a list of function names, separated by spaces. */
export function functionNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
