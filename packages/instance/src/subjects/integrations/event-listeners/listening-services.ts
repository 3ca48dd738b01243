import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Listener } from '../../../gateway/ports/listener.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'

/** The setting with the events that a service subscribes to, in the service types that have it. */
const setting = 'service_event_map'

/** Loads the active services that subscribe to events, as listeners. */
export async function loadServiceListeners(
  { store: { db }, kinds }: Pick<Parts, 'store' | 'kinds'>,
  registry: Pick<Registry, 'find'>,
): Promise<Listener[]> {
  const types = kinds.all.flatMap(({ name, config }) => (setting in (config ?? {}) && kinds.canRun(name) ? [name] : []))
  if (types.length === 0) return []
  const rows = await db
    .selectFrom('service')
    .select(['name', 'config', 'author_id', 'author_app_id'])
    .where('type', 'in', types)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ name, config, author_id, author_app_id }) => ({
    events: eventsIn(config),
    author: { userId: author_id, appId: author_app_id },
    async onEvent(event) {
      const found = await registry.find(name.toLowerCase())
      await found?.service.hear?.(event)
    },
  }))
}

function eventsIn(config: string | null): string[] {
  const rows = config === null ? null : parseConfig(config)[setting]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => (isRecord(row) && typeof row.event === 'string' ? [row.event] : []))
}
