import type { ServiceType } from '@millwright/contract/wire/service-type'

/** A service as it is offered: `type` is the name of its kind. */
export interface OfferedService {
  readonly name: string
  readonly label?: string | null
  readonly type?: string | null
}

export interface ServiceGroup {
  readonly title: string
  readonly services: readonly OfferedService[]
}

const titles: Readonly<Record<string, string>> = {
  Database: 'Databases',
  'Big Data': 'Databases',
  File: 'Files',
  Script: 'Scripts',
}
const order = ['Databases', 'Files', 'Scripts', 'Other']
/** Those of the instance itself, which are not for applications. */
const hidden = new Set(['MCP', 'System', 'API Doc', 'User'])
const unknown = 'Not found'

/** Services by what they are; those of the instance itself only if they are `held`, and last the names that no service has. */
export function groupServices(
  services: readonly OfferedService[],
  types: readonly Pick<ServiceType, 'name' | 'group'>[],
  held: readonly string[],
): readonly ServiceGroup[] {
  const groupOf = new Map(types.map(({ name, group }) => [name, group ?? '']))
  const groups = new Map<string, OfferedService[]>([...order, unknown].map((title) => [title, []]))
  for (const service of services) {
    const group = groupOf.get(service.type ?? '') ?? ''
    if (hidden.has(group) && !held.some((name) => isNamed(service, name))) continue
    groups.get(titles[group] ?? 'Other')?.push(service)
  }
  const lost = held.filter((name) => !services.some((service) => isNamed(service, name)))
  groups.get(unknown)?.push(...lost.map((name) => ({ name })))
  return [...groups].map(([title, found]) => ({ title, services: found })).filter((group) => group.services.length > 0)
}

/** Names of services are the same in any case. */
export function isNamed({ name }: OfferedService, other: string): boolean {
  return name.trim().toLowerCase() === other.trim().toLowerCase()
}
