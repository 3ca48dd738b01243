import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../gateway/parts.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { isIdentifier, noIdentifier } from '../../request/body.ts'
import { flag, list } from '../../request/params.ts'
import type { SystemResource } from '../system/system-resource.ts'
import type { Counters } from './counters.ts'
import type { ReadUse } from './limit-use.ts'

interface LimitCacheParts extends Pick<Parts, 'store'> {
  readonly counters: Counters
  readonly readUse: ReadUse
}

/** `system/limit_cache`: how far limits are used up, and how they begin anew (docs/wire/limits.md). */
export function createLimitCacheResource({ store, counters, readUse }: LimitCacheParts): SystemResource {
  const keys = async (ids: readonly number[] | null) => {
    const query = store.db.selectFrom('limit').select(['id', 'key_text']).orderBy('id')
    const found = await (ids === null ? query : query.where('id', 'in', [...ids, 0])).execute()
    const missing = ids?.find((id) => !found.some((row) => row.id === id))
    if (missing !== undefined) throw new Problem(404, `There is no limit with the identifier ${missing}.`)
    return found
  }

  async function read(request: ApiRequest, id: string | undefined): Promise<unknown> {
    const asked = id === undefined ? askedIds(request) : [readId(id)]
    const limits = await keys(asked)
    const uses = await readUse(limits.map((row) => row.id))
    if (id !== undefined) return uses.get(readId(id))?.[0] ?? null
    return { resource: limits.flatMap((row) => uses.get(row.id) ?? []) }
  }

  async function clear(request: ApiRequest, id: string | undefined): Promise<unknown> {
    const asked = id === undefined ? askedIds(request) : [readId(id)]
    const all = flag(request.params, 'force') || flag(request.params, 'allow_delete')
    if (asked === null && !all)
      throw new Problem(400, 'Say which counters to clear by ids, or all of them by force=true.')
    const limits = await keys(asked)
    await counters.clear(limits.map(({ key_text }) => key_text))
    if (asked === null) return { success: true }
    return id === undefined ? { resource: limits.map((row) => ({ id: row.id })) } : { id: readId(id) }
  }

  return {
    name: 'limit_cache',
    label: 'Limit counters',
    description: 'How far limits are used up, and how they begin anew.',
    singleton: false,
    readOnly: false,
    async handle(request, [id, ...rest]): Promise<ApiResponse> {
      if (rest.length > 0) throw new Problem(404, 'There is nothing below a limit counter.')
      if (request.verb === 'GET') return { status: 200, body: await read(request, id) }
      if (request.verb === 'DELETE') return { status: 200, body: await clear(request, id) }
      throw new Problem(400, `${request.verb} is not supported on '${request.resource}'.`)
    },
  }
}

function askedIds({ params, payload }: ApiRequest): number[] | null {
  const named = list(params, 'ids')
  if (named !== undefined) return named.map(readId)
  const sent = isRecord(payload) ? (payload.ids ?? payload.resource) : null
  if (!Array.isArray(sent)) return null
  return sent.map((each) => {
    const id: unknown = isRecord(each) ? each.id : each
    if (!isIdentifier(id)) throw noIdentifier('ids')
    return readId(String(id))
  })
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text.trim())) return Number(text)
  throw new Problem(400, `"${text}" is not the identifier of a limit.`)
}
