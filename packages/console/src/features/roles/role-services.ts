import type { ListedService } from '@millwright/contract/wire/services'
import { hasTables } from '../../instance/group-services.ts'
import type { KnownServices } from '../../instance/service-list.ts'
import { t } from './opened/messages.ts'

/** The components of a service that does not list its own. */
export const plainComponents: readonly string[] = ['', '*']

/** The services for access rules, with their types. */
export interface RoleServices {
  /** Sorted by name. */
  readonly sorted: readonly ListedService[]
  readonly byId: ReadonlyMap<number, ListedService>
  readonly groupOf: (service: ListedService) => string | null
  /** Whether the server applies row filters to a service. */
  readonly filtersRows: (service: ListedService) => boolean
}

export function roleServices({ services, types }: KnownServices): RoleServices {
  const byName = new Map(types.map((type) => [type.name, type]))
  const groupOf = ({ type }: ListedService) => byName.get(type)?.group ?? null
  const tells = types.some(({ filters_rows: filters }) => filters !== undefined)
  return {
    sorted: [...services].sort((a, b) => a.name.localeCompare(b.name)),
    byId: new Map(services.map((service) => [service.id, service])),
    groupOf,
    filtersRows: (service) =>
      tells
        ? byName.get(service.type)?.filters_rows === true
        : // Other servers refuse filters for CouchDB.
          service.type !== 'couchdb' && hasTables(groupOf(service)),
  }
}

/** Returns the service whose components should be loaded; `null` if it only has the fixed ones. */
export function componentSourceOf(services: RoleServices, serviceId: number | null): string | null {
  const service = serviceId === null ? undefined : services.byId.get(serviceId)
  if (!service) return null
  const group = services.groupOf(service)
  return group === null || group === 'Email' ? null : service.name
}

/** Whether rules for the service can have row filters. */
export function supportsRowFilters(services: RoleServices, serviceId: number | null): boolean {
  const service = serviceId === null ? undefined : services.byId.get(serviceId)
  return service !== undefined && services.filtersRows(service)
}

/** Returns the name of a rule's service; `null` if it does not exist. */
export function serviceName(services: RoleServices, serviceId: number | null): string | null {
  return serviceId === null ? t.all : (services.byId.get(serviceId)?.name ?? null)
}

/** Returns the label of a component. */
export function componentLabel(component: string): string {
  return component === '' ? t.serviceRoot : component
}
