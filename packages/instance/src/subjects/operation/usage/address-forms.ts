import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Changes } from '../../../store/changes.ts'
import { pathsOfKind } from '../../integrations/events/event-paths.ts'
import type { AddressForm } from './resource-template.ts'

/** Returns a function from the lower-case name of a service to the form of its paths; `null` if this node does not use such a service. */
export function createAddressForms(
  registry: Pick<Registry, 'inUse'>,
  kinds: ServiceKinds,
  changes: Pick<Changes, 'subscribe'>,
): (service: string) => AddressForm | null {
  const known = new Map<string, AddressForm>()
  changes.subscribe(({ table }) => {
    if (table === 'service') known.clear()
  })

  return (service) => {
    const form = known.get(service)
    if (form !== undefined) return form
    for (const registered of registry.inUse) {
      if (registered.row.name.toLowerCase() !== service) continue
      const found = formOf(registered, kinds)
      known.set(service, found)
      return found
    }
    return null
  }
}

function formOf({ row, service }: Registered, kinds: ServiceKinds): AddressForm {
  if (service.storage !== undefined) return 'files'
  if (service.mcp !== undefined) return 'tools'
  if (hasTables(kinds.of(row.type)?.group)) return 'tables'
  if (service.resources !== undefined) return 'system'
  if (service.templateOf !== undefined) return (resource) => service.templateOf?.(resource) ?? null
  const kind = kinds.of(row.type)
  const paths = (kind === undefined ? [] : pathsOfKind(kind)).filter(({ path }) => path !== '')
  return paths.length > 0 && paths.every(({ path }) => path.startsWith('{')) ? 'values' : 'other'
}
