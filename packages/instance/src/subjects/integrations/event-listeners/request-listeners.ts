import type { LoggedRequest } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Authorities } from '../../../gateway/parts.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Log } from '../../../platform/log.ts'
import type { Author } from '../../../request/caller.ts'
import { invalidatedValue } from '../../../store/changes.ts'
import type { Store } from '../../../store/store.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'

/** The setting with the requests that a service subscribes to, in the service types that have it. */
const setting = 'requests'
const nothing = 'none'

interface Hearing {
  readonly service: string
  readonly author: Author
}

interface RequestListenerParts {
  readonly store: Pick<Store, 'db' | 'changes'>
  readonly registry: Pick<Registry, 'find'>
  readonly kinds: ServiceKinds
  readonly authorities: Authorities
  readonly log: Log
}

export interface RequestListeners {
  /** Delivers entries of the request log to services. */
  tell(entries: readonly LoggedRequest[]): void
  /** Resolves when all entries so far are delivered. */
  idle(): Promise<void>
}

/**
 * Delivers the requests that this node logs to the services that subscribe to them. Only services of full administrators
 * qualify, as the log contains requests of every caller.
 */
export function createRequestListeners({
  store,
  registry,
  kinds,
  authorities,
  log,
}: RequestListenerParts): RequestListeners {
  const hearing = invalidatedValue(store.changes, ['service'], () => subscribedServices(store, kinds))
  let telling: Promise<void> = Promise.resolve()

  async function tellAll(entries: readonly LoggedRequest[]): Promise<void> {
    for (const { service, author } of await hearing()) {
      if ((await authorities(author)) !== null) continue
      const found = await registry.find(service.toLowerCase())
      await found?.service.onLoggedRequests?.(entries)
    }
  }

  return {
    tell(entries) {
      telling = telling
        .then(() => tellAll(entries))
        .catch((error: unknown) => log(`Reporting requests to listeners failed: ${messageOf(error)}`))
    },
    idle: () => telling,
  }
}

async function subscribedServices({ db }: Pick<Store, 'db'>, kinds: ServiceKinds): Promise<Hearing[]> {
  const types = kinds.all.flatMap(({ name, config }) => (setting in (config ?? {}) && kinds.canRun(name) ? [name] : []))
  if (types.length === 0) return []
  const rows = await db
    .selectFrom('service')
    .select(['name', 'config', 'author_id', 'author_app_id'])
    .where('type', 'in', types)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ name, config, author_id, author_app_id }) => {
    const settings: unknown = config === null ? null : parseConfig(config)
    const wanted = isRecord(settings) ? (settings[setting] ?? nothing) : nothing
    if (wanted === nothing) return []
    return [{ service: name, author: { userId: author_id, appId: author_app_id } }]
  })
}
