import type { CompiledRole } from '../../../access/compiled-role.ts'
import type { ApiRequest, ApiResponse } from '../../../gateway/api-request.ts'
import { flag } from '../../../gateway/params.ts'
import { RowStream } from '../../../gateway/row-stream.ts'
import type { DatabaseContext } from '../database-context.ts'
import { flagSetting, numberSetting } from '../settings.ts'

/**
 * Answers to reads without a body, kept as long as the service says (docs/wire/tables.md). Any write to the service's records by this
 * node makes them all old, as it may have changed more tables than its own.
 */
export interface ReadCache {
  /** The kept answer, or a new one. */
  answer(request: ApiRequest, read: () => Promise<ApiResponse>): Promise<ApiResponse>
  /** Something may have been written. */
  outdate(): void
}

export function createReadCache({ service }: Pick<DatabaseContext, 'service'>): ReadCache {
  const { config, row, host } = service
  const seconds = flagSetting(config, 'cache_enabled', false) ? (numberSetting(config, 'cache_ttl') ?? 0) : 0
  let writes = 0
  return {
    outdate: () => {
      writes += 1
    },
    async answer(request, read) {
      if (seconds <= 0 || request.payload !== undefined) return read()
      const key = keyOf(request, writes)
      if (key === null) return read()
      const cache = host.parts.caches.of(row.id)
      const kept = flag(request.params, 'refresh') ? undefined : cache.get(key)
      if (kept !== undefined) return { status: 200, body: kept }
      const answer = await read()
      if (!(answer.body instanceof RowStream)) cache.set(key, answer.body, seconds)
      return answer
    },
  }
}

/** Parameters that say how to call, not what to read. */
const aside = new Set(['refresh', 'api_key', 'session_token', '_method', 'method', 'file', 'accept', 'wrap'])

/** Null when the answer depends on more than who may read what: lookup keys in a filter. */
function keyOf({ resource, params, caller }: ApiRequest, writes: number): string | null {
  const asked: [string, string][] = []
  for (const [name, value] of Object.entries(params)) {
    if (name === 'file') asked.push([name, ''])
    else if (!aside.has(name)) asked.push([name, value])
    if (value.includes('{')) return null
  }
  asked.sort(([one], [other]) => (one < other ? -1 : 1))
  const reader = caller.sysadmin || caller.role === null ? '' : roleKey(caller.role, caller.user?.id ?? 0)
  return `records ${writes} ${reader} ${resource} ${JSON.stringify(asked)}`
}

const versions = new WeakMap<CompiledRole, number>()
let newest = 0

/** A role that was changed is another object. Conditions with lookup keys are everybody's own. */
function roleKey(role: CompiledRole, userId: number): string {
  let version = versions.get(role)
  if (version === undefined) {
    newest += 1
    version = newest
    versions.set(role, version)
  }
  const isOwn = role.rules.some(({ filters }) => filters.some(({ value }) => value?.includes('{')))
  return isOwn ? `${version}/${userId}` : String(version)
}
