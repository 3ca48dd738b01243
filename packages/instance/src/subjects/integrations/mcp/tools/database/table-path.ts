import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { joinItems } from '../../../../../request/params.ts'
import type { Args } from '../args.ts'

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
  return joinItems(listOfTexts(names))
}

/** Returns the `ids` of a tool as a parameter, or in the body if they are keys of several fields, written as JSON objects. */
export function idsInArguments({ ids }: Args): { params?: { ids: string }; payload?: { ids: readonly unknown[] } } {
  const texts = listOfTexts(ids)
  if (texts.length === 0) return {}
  const objects = texts.map(objectIn)
  return objects.every((each) => each !== null) ? { payload: { ids: objects } } : { params: { ids: joinItems(texts) } }
}

function objectIn(text: string): object | null {
  if (!text.startsWith('{')) return null
  try {
    const value = parseExact(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** What tools say about their `ids`. */
export const idsHint = 'a key of several fields as JSON: {"a":1,"b":"x"}'

export const listOfTexts = (input: unknown): readonly string[] => (Array.isArray(input) ? input.map(String) : [])

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
