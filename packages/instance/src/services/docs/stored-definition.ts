import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../parts.ts'
import { isRecord } from '../../system/body.ts'
import type { ServiceRow } from '../service-kind.ts'
import { describeDefinition } from './describe-definition.ts'
import type { ApiDescription } from './openapi.ts'

/** A definition that people wrote, read; or what is wrong with it, in a sentence. */
type ReadDefinition = { readonly document: Readonly<Record<string, unknown>> } | { readonly problem: string }

/** More than any API has; what refers to itself again and again in YAML has more still. */
const mostValues = 500_000
const deepest = 200

/** Reads the text of a service's definition: JSON, or YAML when `format` is 1 (docs/wire/api-docs.md). */
async function readDefinition(content: string, format: number): Promise<ReadDefinition> {
  const read = format === 1 ? await readYaml(content) : readJson(content)
  if ('problem' in read) return read
  const { value } = read
  if (!isRecord(value)) return { problem: 'The definition has to be an object with paths.' }
  if (!isBounded(value))
    return { problem: `The definition has more than ${mostValues} values, or is nested too deeply.` }
  if (value.paths !== undefined && !isRecord(value.paths))
    return { problem: 'paths of the definition has to be an object.' }
  const wrong = Object.entries(Object(value.paths)).find(([, item]) => !isRecord(item))
  return wrong === undefined ? { document: value } : { problem: `The path '${wrong[0]}' has to be an object.` }
}

type Read = { readonly value: unknown } | { readonly problem: string }

function readJson(content: string): Read {
  try {
    return { value: JSON.parse(content) }
  } catch {
    return { problem: 'The definition is no valid JSON.' }
  }
}

async function readYaml(content: string): Promise<Read> {
  const { load, YAMLException } = await import('js-yaml')
  try {
    return { value: load(content) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = error.mark === undefined ? '' : ` in line ${error.mark.line + 1}`
    return { problem: `The definition is no valid YAML: ${error.reason}${place}.` }
  }
}

function isBounded(value: unknown): boolean {
  const open = [{ value, depth: 0 }]
  for (let seen = 0; open.length > 0; seen++) {
    const next = open.pop()
    if (next === undefined || seen > mostValues || next.depth > deepest) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const each of Object.values(next.value)) open.push({ value: each, depth: next.depth + 1 })
  }
  return true
}

/** What is wrong with the text of a definition, in a sentence; null: it can be answered. */
export async function definitionProblem(content: string, format: number): Promise<string | null> {
  const read = await readDefinition(content, format)
  if ('problem' in read) return read.problem
  try {
    await describeDefinition(read.document, anybody)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

const anybody: ServiceRow = { id: 0, name: 'service', label: null, description: null, isActive: true, type: '' }

const cacheKey = 'docs.definition'
const secondsKept = 86_400

/** What people wrote of a service's API; null: nobody wrote anything. Refuses what cannot be read with 503. */
export async function storedDescription(
  { store, caches }: Pick<Parts, 'store' | 'caches'>,
  row: ServiceRow,
  refresh: boolean,
): Promise<ApiDescription | null> {
  const cache = caches.of(row.id)
  const known = refresh ? undefined : cache.get(cacheKey)
  if (isKept(known)) return known.description
  const doc = await store.db
    .selectFrom('service_doc')
    .select(['content', 'format'])
    .where('service_id', '=', row.id)
    .executeTakeFirst()
  const content = doc?.content ?? ''
  const description = content.trim() === '' ? null : await described(content, doc?.format ?? 0, row)
  cache.set(cacheKey, { description } satisfies Kept, secondsKept)
  return description
}

interface Kept {
  readonly description: ApiDescription | null
}

/** Under its name, a cache holds what this file put there. */
function isKept(value: unknown): value is Kept {
  return isRecord(value) && 'description' in value
}

async function described(content: string, format: number, row: ServiceRow): Promise<ApiDescription> {
  const read = await readDefinition(content, format)
  if ('problem' in read) throw new Problem(503, `The service '${row.name}' cannot be described. ${read.problem}`)
  return describeDefinition(read.document, row)
}
