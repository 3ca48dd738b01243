import type { KeyValues } from '@millwright/connector/connector'
import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, number, text } from '../../../request/params.ts'

const components = ['', '*']
const longestKey = 512
const secondsInMinute = 60
/** The maximum of Redis, about sixty years. */
const maxMinutes = 0x7fffffff / secondsInMinute

/** A cache service: values by key with a lifetime (docs/wire/caches.md). */
export function createCacheService({ row, config }: ServiceParts, values: KeyValues): Service {
  async function write(request: ApiRequest, key: string, isNew: boolean): Promise<ApiResponse> {
    const { payload } = request
    if (payload === undefined) throw new Problem(400, 'The body of the request has no value.')
    const seconds = lifetime(request, config)
    const value = JSON.stringify(payload)
    if (!isNew) await values.set(key, value, seconds)
    else if (!(await values.add(key, value, seconds))) throw new Problem(400, `The value '${key}' already exists.`)
    return { status: isNew ? 201 : 200, body: { [key]: payload } }
  }

  async function writeAll(request: ApiRequest): Promise<ApiResponse> {
    const { payload } = request
    if (!isRecord(payload)) throw new Problem(400, 'The body must be an object of values by their keys.')
    const seconds = lifetime(request, config)
    const entries = Object.entries(payload).map(([key, value]) => [checkedKey(key), JSON.stringify(value)] as const)
    for (const [key, value] of entries) await values.set(key, value, seconds)
    return { status: request.verb === 'POST' ? 201 : 200, body: { success: true } }
  }

  async function read({ params }: ApiRequest, key: string): Promise<ApiResponse> {
    const found = flag(params, 'clear') ? await values.take(key) : await values.get(key)
    const fallback = text(params, 'default')
    if (found !== null) return { status: 200, body: parseExact(found) }
    if (fallback !== undefined) return { status: 200, body: fallback }
    throw new Problem(404, `There is no value '${key}'.`)
  }

  function atRoot(request: ApiRequest): Promise<ApiResponse> | ApiResponse {
    const { verb, params } = request
    if (verb === 'GET' && flag(params, 'as_access_list')) return { status: 200, body: { resource: components } }
    if (verb === 'GET' && flag(params, 'check')) return probe()
    if (verb === 'GET' || verb === 'DELETE') throw new Problem(400, `${verb} needs a key: ${row.name}/{key}.`)
    return writeAll(request)
  }

  async function probe(): Promise<ApiResponse> {
    await values.get('any key')
    return { status: 200, body: { success: true } }
  }

  return {
    publicEndpoints: [],
    accessList: async () => components,
    async handle(request) {
      const { verb, resource } = request
      if (resource === '') return atRoot(request)
      const key = checkedKey(resource)
      if (verb === 'GET') return read(request, key)
      if (verb === 'DELETE') return { status: 200, body: { success: (await values.take(key)) !== null } }
      return write(request, key, verb === 'POST')
    },
    close: () => values.close(),
  }
}

function checkedKey(key: string): string {
  if (key === '' || key.length > longestKey) throw new Problem(400, `A key has 1 to ${longestKey} characters.`)
  return key
}

/** Returns seconds, or `null` for unlimited. */
function lifetime({ params }: ApiRequest, config: ServiceParts['config']): number | null {
  if (flag(params, 'forever')) return null
  const minutes = number(params, 'ttl') ?? Number(config.default_ttl ?? 0)
  if (minutes < 0 || minutes > maxMinutes) throw new Problem(400, "'ttl' must be a number of minutes, 0 or more.")
  return minutes === 0 ? null : minutes * secondsInMinute
}
