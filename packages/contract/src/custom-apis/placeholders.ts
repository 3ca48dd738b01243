import type { RequestSchema, Tell } from '../records/execution-plan.ts'

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

/**
 * A pure function of a text that remembers its results: texts of plans are few, and are read with each call. What throws is not
 * remembered.
 */
export function remembered<Result>(make: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (text.length > longest) return result
    if (results.size >= most) results.clear()
    results.set(text, result)
    return result
  }
}

const most = 2000
const longest = 2000

/** What placeholders can name. */
export interface Known {
  /** Of the path; `null`: not known. */
  readonly parameters: readonly string[] | null
  readonly schema: RequestSchema
  /** Keys of earlier steps. */
  readonly keys: ReadonlySet<string>
  readonly isEach: boolean
}

export function checkOnly(value: unknown, member: string, known: Known, at: Tell): void {
  if (typeof value === 'string' && onlyPlaceholder(value) !== null) {
    checkTexts(value, member, known, at)
    return
  }
  at(member, 'must be one placeholder, such as {steps.orders.resource}.')
}

export function checkTexts(value: unknown, member: string, known: Known, at: Tell): void {
  const seen = new Set<string>()
  for (const placeholder of placeholdersOf(value)) {
    const problem = seen.has(placeholder.text) ? null : placeholderProblem(placeholder, known)
    seen.add(placeholder.text)
    if (problem !== null) at(member, problem)
  }
}

const constants: Partial<Record<string, readonly string[]>> = {
  user: ['id', 'email'],
  role: ['id', 'name'],
  app: ['id', 'name'],
}

/** Headers with credentials, which no plan passes on. */
const credentials = /^(?:authorization|cookie|.*api-key|.*session-token|.*csrf.*)$/i

function placeholderProblem({ source, path, text }: Placeholder, known: Known): string | null {
  const [first] = path
  const allowed = constants[source]
  if (allowed !== undefined)
    return path.length === 1 && allowed.includes(String(first))
      ? null
      : `${text} does not exist: ${source} has ${allowed.join(' and ')}.`
  if (source === 'now') return path.length === 0 ? null : `${text} does not exist: it is {now}.`
  if (source === 'item') return known.isEach ? null : `${text} is only there in steps with 'each'.`
  if (source === 'steps') {
    if (first !== undefined && known.keys.has(first)) return null
    return `${text} does not name an earlier step.`
  }
  if (source === 'path') {
    if (known.parameters === null || (path.length === 1 && known.parameters.includes(String(first)))) return null
    return `${text} is not a parameter of the path.`
  }
  if (source === 'header' && credentials.test(String(first))) return `${text} has credentials, which are not passed on.`
  if ((source === 'query' || source === 'header') && path.length !== 1) return `${text} must name one value.`
  return null
}

export function placeholdersOf(value: unknown): Placeholder[] {
  const found: Placeholder[] = []
  eachText(value, (text) => found.push(...placeholdersIn(text)))
  return found
}
