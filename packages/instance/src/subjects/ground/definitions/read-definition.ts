import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'

type Json = Readonly<Record<string, unknown>>

/** A parsed definition, or what is wrong with it as a sentence. */
export type ReadDefinition = { readonly document: Json } | { readonly problem: string }

/** A path of a definition. */
export interface DefinedPath {
  /** Without empty segments. */
  readonly segments: readonly string[]
  /** At least one. */
  readonly verbs: readonly Verb[]
  readonly item: Json
}

/** More than any real API has, and less than YAML with recursive aliases. */
const maxValues = 500_000
const deepest = 200
/** Maximum number of paths that are read. */
const maxPaths = 5_000

/** Parses the text of a service's definition: JSON, or YAML if `format` is 1 (docs/wire/api-docs.md). */
export async function readDefinition(content: string, format: number): Promise<ReadDefinition> {
  const read = format === 1 ? await readYaml(content) : readJson(content)
  if ('problem' in read) return read
  const { value } = read
  if (!isRecord(value)) return { problem: 'The definition must be an object with paths.' }
  if (!isBounded(value)) return tooMuch
  if (value.paths !== undefined && !isRecord(value.paths))
    return { problem: 'paths of the definition must be an object.' }
  const wrong = Object.entries(Object(value.paths)).find(([, item]) => !isRecord(item))
  return wrong === undefined ? { document: value } : { problem: `The path '${wrong[0]}' must be an object.` }
}

/** Returns the paths of a definition that have operations, up to the maximum. */
export function pathsIn({ paths }: Json): readonly DefinedPath[] {
  const found: DefinedPath[] = []
  for (const [path, item] of Object.entries(isRecord(paths) ? paths : {})) {
    if (found.length === maxPaths) break
    if (!isRecord(item)) continue
    const verbs = Object.keys(item)
      .map((name) => name.toUpperCase())
      .filter(isVerb)
    if (verbs.length > 0) found.push({ segments: path.split('/').filter(Boolean), verbs, item })
  }
  return found
}

const tooMuch = { problem: `The definition has more than ${maxValues} values, or is nested too deeply.` }

type Read = { readonly value: unknown } | { readonly problem: string }

function readJson(content: string): Read {
  try {
    return { value: JSON.parse(content) }
  } catch {
    return { problem: 'The definition is not valid JSON.' }
  }
}

async function readYaml(content: string): Promise<Read> {
  const { load, YAMLException } = await import('js-yaml')
  try {
    return { value: load(content) }
  } catch (error) {
    // Nesting too deep for the parser.
    if (error instanceof RangeError) return tooMuch
    if (!(error instanceof YAMLException)) throw error
    const place = error.mark === undefined ? '' : ` in line ${error.mark.line + 1}`
    return { problem: `The definition is not valid YAML: ${error.reason}${place}.` }
  }
}

function isBounded(value: unknown): boolean {
  const open = [{ value, depth: 0 }]
  for (let seen = 0; open.length > 0; seen++) {
    const next = open.pop()
    if (next === undefined || seen > maxValues || next.depth > deepest) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const each of Object.values(next.value)) open.push({ value: each, depth: next.depth + 1 })
  }
  return true
}
