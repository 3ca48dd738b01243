import { Problem } from '@millwright/contract/problem'
import { mayUseService } from '../../../access/rule-match.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { askedFields, flag, pick } from '../../../request/params.ts'
import type { Change } from '../../../store/changes.ts'
import { tableNames } from '../../../store/tables.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

const columns = ['name', 'label', 'description', 'type'] as const

/** Revoked tokens are not a cache: flushing one would make it valid again. */
const cachedTables = tableNames.filter((table) => !['session', 'token_revocation', 'setting'].includes(table))

/** `system/cache`: lists the services and flushes their caches, on every node (docs/wire/records.md). */
export function createCacheResource({ store, caches }: Pick<Parts, 'store' | 'caches'>): SystemResource {
  const usable = async (caller: Caller) =>
    (
      await store.db
        .selectFrom('service')
        .select(['id', ...columns])
        .orderBy('id')
        .execute()
    ).filter(({ name }) => mayUseService(caller, name.toLowerCase()))

  async function list({ caller, params }: ApiRequest): Promise<object> {
    const fields = askedFields(params, columns, ['name'])
    const found = await usable(caller)
    return { resource: found.map((row) => (flag(params, 'as_list') ? row.name : pick(row, fields))) }
  }

  async function flush({ caller }: ApiRequest, rest: readonly string[]): Promise<object> {
    const [name] = rest
    if (name === undefined) await forget('everything')
    // There are few scripts, so all of them are reloaded when they next run.
    else if (name === '_event') await store.changes.publish([{ table: 'event_script', ids: [] }])
    else await flushService(name, caller)
    return { success: true }
  }

  async function flushService(name: string, caller: Caller): Promise<void> {
    const row = (await usable(caller)).find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (row === undefined) throw new Problem(404, `Could not find a service for ${name}`)
    if (row.type === 'system') await forget('system')
    else {
      await caches.outdate(row.id)
      await store.changes.publish([{ table: 'service', ids: [row.id] }])
    }
  }

  /** Publishes changes of all tables, from which every cache is derived, so that they are reloaded. */
  async function forget(what: 'everything' | 'system'): Promise<void> {
    if (what === 'everything') await caches.outdate('all')
    const ids = (table: string) => (what === 'system' && table === 'service' ? [] : ('all' as const))
    await store.changes.publish(cachedTables.map((table): Change => ({ table, ids: ids(table) })))
  }

  return {
    name: 'cache',
    label: 'Cache',
    description: 'Caches of services, and flushing them.',
    singleton: false,
    keeps: 'nothing',
    readOnly: false,
    async handle(request, rest) {
      if (request.verb === 'GET' && rest.length === 0) return { status: 200, body: await list(request) }
      if (request.verb === 'DELETE') return { status: 200, body: await flush(request, rest) }
      throw new Problem(400, `${request.verb} is not supported on '${request.resource}'.`)
    },
  }
}
