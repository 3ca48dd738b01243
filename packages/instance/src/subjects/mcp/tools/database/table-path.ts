import { Problem } from '@millwright/contract/problem'
import type { Args } from '../read-args.ts'

/** The address of a table or of what has a name like one. Refuses names that would make it the address of something else. */
export function pathTo(kind: '_table' | '_schema' | '_proc' | '_func', name: unknown): string {
  const text = String(name ?? '').trim()
  if (text === '' || text.includes('/') || text === '.' || text === '..') {
    throw new Problem(400, `'${text}' is not a name.`)
  }
  return `${kind}/${text}`
}

/** A list of names as a parameter takes it. */
export function nameList(names: unknown): string {
  return listOfTexts(names)
    .map((name) => (/[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',')
}

export const listOfTexts = (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : [])

/** The parameters of a request, of those arguments that are given. */
export function paramsOf(args: Args, names: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of names) {
    const value = args[name]
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue
    params[name] = Array.isArray(value) ? nameList(value) : String(value)
  }
  return params
}
