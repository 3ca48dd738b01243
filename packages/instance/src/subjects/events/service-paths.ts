import type { EventPath } from '../../gateway/ports/event-path.ts'
import type { ServiceKinds } from '../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../gateway/registry.ts'
import type { ServiceRow } from '../../gateway/service-kind.ts'
import type { Store } from '../../store/store.ts'
import { loadDefinition } from '../definitions/load-definition.ts'
import { pathsOfDefinition } from './definition-paths.ts'
import { pathsOfKind, pathsOfResources } from './event-paths.ts'

type Paths = readonly EventPath[]

/** The paths of services: from the API description that a user wrote, or else from the service type. */
export interface ServicePaths {
  of(service: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> | Paths
}

export function createServicePaths(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  services: Pick<Registry, 'find'>,
  kinds: ServiceKinds,
): ServicePaths {
  let known = new Map<number, Paths>()
  changes.subscribe(({ table }) => {
    if (table === 'service' || table === 'service_doc') known = new Map()
  })

  async function load(service: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> {
    const loading = known
    const paths = (await builtInPaths(service.type)) ?? (await writtenPaths(service.id)) ?? pathsOfType(service.type)
    loading.set(service.id, paths)
    return paths
  }

  const pathsOfType = (type: string) => pathsOfKind(kinds.of(type) ?? { name: type, group: '' })

  /** `null` for types that users can create services of. */
  async function builtInPaths(type: string): Promise<Paths | null> {
    if (type !== 'system' && type !== 'user') return null
    return pathsOfResources((await services.find(type))?.service.resources ?? [])
  }

  async function writtenPaths(id: number): Promise<Paths | null> {
    const read = await loadDefinition({ db }, id)
    return read === null || 'problem' in read ? null : pathsOfDefinition(read.document)
  }

  return { of: (service) => known.get(service.id) ?? load(service) }
}
