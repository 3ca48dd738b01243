import type { ListedService } from '@millwright/contract/wire/root'
import { hasTables } from '../../instance/group-services.ts'
import type { ServiceList } from '../../instance/service-list.ts'
import { t } from './opened/messages.ts'

/** What can be a component where no service says so itself. */
export const plainComponents: readonly string[] = ['', '*']

/** The services that access is given to, and what is known of their types. */
export interface RoleServices {
  /** By name. */
  readonly sorted: readonly ListedService[]
  readonly byId: ReadonlyMap<number, ListedService>
  readonly groupOf: (service: ListedService) => string | null
}

export function roleServices({ services, types }: ServiceList): RoleServices {
  const groups = new Map(types.map(({ name, group }) => [name, group ?? null]))
  return {
    sorted: [...services].sort((a, b) => a.name.localeCompare(b.name)),
    byId: new Map(services.map((service) => [service.id, service])),
    groupOf: ({ type }) => groups.get(type) ?? null,
  }
}

/** The service to be asked for its components; null when it has only the plain ones. */
export function asksForComponents(services: RoleServices, serviceId: number | null): string | null {
  const service = serviceId === null ? undefined : services.byId.get(serviceId)
  if (!service) return null
  const group = services.groupOf(service)
  return group === null || group === 'Email' ? null : service.name
}

/** Whether a rule can let only some rows through: of databases, whose queries a filter can join. */
export function takesFilters(services: RoleServices, serviceId: number | null): boolean {
  const service = serviceId === null ? undefined : services.byId.get(serviceId)
  return service !== undefined && service.type !== 'couchdb' && hasTables(services.groupOf(service))
}

/** What a rule's service is called; null when there is no such service. */
export function serviceName(services: RoleServices, serviceId: number | null): string | null {
  return serviceId === null ? t.all : (services.byId.get(serviceId)?.name ?? null)
}

/** A component as people read it. */
export function componentLabel(component: string): string {
  return component === '' ? t.serviceRoot : component
}
