import { remembered } from './remembered.ts'

/** Where values of placeholders come from. `item`: the value of a step with `each`. */
export const placeholderSources = [
  'path',
  'query',
  'header',
  'body',
  'steps',
  'item',
  'user',
  'role',
  'app',
  'now',
] as const
export type PlaceholderSource = (typeof placeholderSources)[number]

/** `{query.state}`: a place in a plan for a value of the request, of an earlier step, or of the caller. */
export interface Placeholder {
  readonly source: PlaceholderSource
  /** Names of members, and indexes in lists. */
  readonly path: readonly string[]
  /** As written. */
  readonly text: string
}

const pattern = new RegExp(`\\{(${placeholderSources.join('|')})((?:\\.[^{}.]{1,128})*)\\}`, 'g')

/** The parts of a text in order. Other texts in braces, such as lookup keys, are text. */
export const partsOf: (text: string) => readonly (string | Placeholder)[] = remembered(readParts)

function readParts(text: string): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = []
  let end = 0
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push(placeholder(found))
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

export function placeholdersIn(text: string): Placeholder[] {
  return partsOf(text).filter((part) => typeof part === 'object')
}

/** The placeholder that a text consists of; `null` if it has none, or more than it. */
export function onlyPlaceholder(text: string): Placeholder | null {
  const [first, ...more] = partsOf(text)
  return typeof first === 'object' && more.length === 0 ? first : null
}

function placeholder([text, source, path = '']: RegExpMatchArray): Placeholder {
  return { source: source as PlaceholderSource, path: path.split('.').slice(1), text }
}

/** Calls `visit` for each text in a JSON value, with the names of the members that it is in. */
export function eachText(value: unknown, visit: (text: string, at: readonly string[]) => void): void {
  const waiting: { readonly value: unknown; readonly at: readonly string[] }[] = [{ value, at: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: current, at } = next
    if (typeof current === 'string') visit(current, at)
    else if (typeof current === 'object' && current !== null)
      for (const [name, member] of Object.entries(current)) waiting.push({ value: member, at: [...at, name] })
  }
}
