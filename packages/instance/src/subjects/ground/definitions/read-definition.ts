import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { JsonMistake, parseInTurns } from '../../../platform/json-in-turns.ts'
import type { Store } from '../../../store/store.ts'
import { isBounded, maxValues } from './bounded-value.ts'

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

/** Maximum number of paths that are read. */
const maxPaths = 5_000

/** Parses the text of a service's definition: JSON, or YAML if `format` is 1 (docs/wire/api-docs.md). */
export async function readDefinition(content: string, format: number): Promise<ReadDefinition> {
  const read = format === 1 ? await readYaml(content) : await readJson(content)
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

async function readJson(content: string): Promise<Read> {
  try {
    return { value: await parseInTurns(content, JSON.parse) }
  } catch (error) {
    if (error instanceof JsonMistake || error instanceof SyntaxError)
      return { problem: 'The definition is not valid JSON.' }
    throw error
  }
}

async function readYaml(content: string): Promise<Read> {
  if (content.length > longestAtOnce) return readLargeYaml(content)
  const { load, YAMLException } = await import('js-yaml')
  try {
    return { value: load(content) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return invalidYaml(error.reason, error.mark?.line)
  }
}

/** Of a YAML text that is read at once, in a tenth of a second. */
const longestAtOnce = 100_000
/** Lines and commas of a YAML text, which are at least as many as its values. */
const maxSeparators = 250_000
/** Milliseconds. */
const patience = 30_000
/** Megabytes for the thread that reads a longer one. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** Other requests are answered meanwhile: its thread is that of the file beside this one, which the build puts beside the program. */
async function readLargeYaml(content: string): Promise<Read> {
  let separators = 0
  for (let at = 0; at < content.length; at += 1) if (content[at] === '\n' || content[at] === ',') separators += 1
  if (separators > maxSeparators) return tooMuch
  const name = import.meta.url.endsWith('.ts') ? './yaml-worker.ts' : './yaml-worker.js'
  const worker = new Worker(new URL(name, import.meta.url), { workerData: content, resourceLimits: memory, env: {} })
  // It may run out of memory after its message or its time; unheard, that would end this process.
  worker.on('error', () => undefined)
  try {
    const [{ json, reason, line, tooMuch: isTooMuch }] = await once(worker, 'message', {
      signal: AbortSignal.timeout(patience),
    })
    if (isTooMuch) return tooMuch
    return typeof json === 'string' ? await readJson(json) : invalidYaml(String(reason), line)
  } catch {
    // It needs more memory or time.
    return tooMuch
  } finally {
    await worker.terminate()
  }
}

function invalidYaml(reason: string, line: number | undefined): Read {
  const place = line === undefined ? '' : ` in line ${line + 1}`
  return { problem: `The definition is not valid YAML: ${reason}${place}.` }
}

/** Loads a service's stored API definition without caching, or `null` if there is none. */
export async function loadDefinition({ db }: Pick<Store, 'db'>, serviceId: number): Promise<ReadDefinition | null> {
  const doc = await db
    .selectFrom('service_doc')
    .select(['content', 'format'])
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  const content = doc?.content ?? ''
  return content.trim() === '' ? null : readDefinition(content, doc?.format ?? 0)
}
