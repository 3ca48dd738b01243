import { Problem } from '@millwright/contract/problem'
import type { Args } from '../read-args.ts'

/** The path of a table or a routine. Throws for names that would change the path. */
export function pathTo(kind: '_table' | '_schema' | '_proc' | '_func', name: unknown): string {
  const text = String(name ?? '').trim()
  if (text === '' || text.includes('/') || text === '.' || text === '..') {
    throw new Problem(400, `'${text}' is not a name.`)
  }
  return `${kind}/${text}`
}

/** Formats a list of names as a parameter. */
export function nameList(names: unknown): string {
  return listOfTexts(names)
    .map((name) => (/[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',')
}

export const listOfTexts = (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : [])

/** The request parameters for those arguments that are present. */
export function paramsOf(args: Args, names: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of names) {
    const value = args[name]
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue
    params[name] = Array.isArray(value) ? nameList(value) : String(value)
  }
  return params
}
