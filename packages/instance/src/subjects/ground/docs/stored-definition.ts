import type { ApiDescription } from '@millwright/connector/openapi/openapi'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import { loadDefinition } from '../definitions/load-definition.ts'
import { type ReadDefinition, readDefinition } from '../definitions/read-definition.ts'
import { describeDefinition } from './describe-definition.ts'

/** Returns what is wrong with the text of a definition, as a sentence, or `null` if it is usable. */
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

const anybody: ServiceRow = {
  id: 0,
  name: 'service',
  label: null,
  description: null,
  isActive: true,
  type: '',
  author: { userId: null, appId: null },
  modified: '',
}

const cacheKey = 'docs.definition'
const cachedFor = 86_400

/** Returns the description from a service's stored definition, or `null` if there is none. Throws 503 if it is invalid. */
export async function storedDescription(
  { store, caches }: Pick<Parts, 'store' | 'caches'>,
  row: ServiceRow,
  refresh: boolean,
): Promise<ApiDescription | null> {
  const cache = caches.of(row.id)
  const known = refresh ? undefined : cache.get(cacheKey)
  if (isCached(known)) return known.description
  const read = await loadDefinition(store, row.id)
  const description = read === null ? null : await described(read, row)
  cache.set(cacheKey, { description } satisfies Cached, cachedFor)
  return description
}

interface Cached {
  readonly description: ApiDescription | null
}

/** The cache entry with this name is only written by this file. */
function isCached(value: unknown): value is Cached {
  return isRecord(value) && 'description' in value
}

function described(read: ReadDefinition, row: ServiceRow): Promise<ApiDescription> {
  if ('problem' in read) throw new Problem(503, `The service '${row.name}' cannot be described. ${read.problem}`)
  return describeDefinition(read.document, row)
}
