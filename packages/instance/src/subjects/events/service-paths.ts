import type { ServiceRow } from '../../gateway/service-kind.ts'
import type { Store } from '../../store/store.ts'
import { loadDefinition } from '../definitions/load-definition.ts'
import { kindOf } from '../kinds/service-kinds.ts'
import { pathsOfDefinition } from './definition-paths.ts'
import { type EventPath, pathsOfKind, pathsOfResources } from './event-paths.ts'

type Paths = readonly EventPath[]
type Resources = Parameters<typeof pathsOfResources>[0]

/** The addresses of services: from the description that people wrote of one, else as its kind has them. */
export interface ServicePaths {
  of(service: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> | Paths
}

/** `builtIn`: the resources of the services that every instance has. */
export function createServicePaths(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  builtIn: (type: 'system' | 'user') => Resources,
): ServicePaths {
  let known = new Map<number, Paths>()
  changes.subscribe(({ table }) => {
    if (table === 'service' || table === 'service_doc') known = new Map()
  })

  async function load({ id, type }: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> {
    const loading = known
    const read = await loadDefinition({ db }, id)
    const written = read === null || 'problem' in read ? null : pathsOfDefinition(read.document)
    const paths = written ?? pathsOfKind(kindOf(type) ?? { name: type, group: '' })
    loading.set(id, paths)
    return paths
  }

  return {
    of(service) {
      const there = known.get(service.id)
      if (there !== undefined) return there
      if (service.type !== 'system' && service.type !== 'user') return load(service)
      const paths = pathsOfResources(builtIn(service.type))
      known.set(service.id, paths)
      return paths
    },
  }
}
