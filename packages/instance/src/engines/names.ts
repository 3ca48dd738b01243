import { Problem } from '@millwright/contract/problem'

/**
 * A name between quotation marks, in which a closing one is doubled. Refuses with 400 what no database takes for a name: an empty
 * text, and one with a null character or half of a surrogate pair, at which drivers might cut or change it.
 */
export function identifier(name: string, open: string, close: string): string {
  if (name === '' || name.includes('\0') || !name.isWellFormed()) {
    throw new Problem(400, `${JSON.stringify(name)} cannot be a name in a database.`)
  }
  return `${open}${name.replaceAll(close, close + close)}${close}`
}

/** Names of functions, separated by blanks. */
export function functionNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
