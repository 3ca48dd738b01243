import type { ServiceType } from '@millwright/contract/wire/service-type'
import { t } from './messages.ts'

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

type Kind = 'databases' | 'files' | 'scripts' | 'other' | 'unknown'

const kinds: Readonly<Record<string, Kind>> = {
  Database: 'databases',
  'Big Data': 'databases',
  File: 'files',
  Script: 'scripts',
}
const order: readonly Kind[] = ['databases', 'files', 'scripts', 'other', 'unknown']
/** Those of the instance itself, which are not for applications. */
const hidden: Readonly<Record<string, true>> = { MCP: true, System: true, 'API Doc': true, User: true }

/** Services by what they are; those of the instance itself only if they are `held`, and last the names that no service has. */
export function groupServices(
  services: readonly OfferedService[],
  types: readonly Pick<ServiceType, 'name' | 'group'>[],
  held: readonly string[],
): readonly ServiceGroup[] {
  const groupOf = new Map(types.map(({ name, group }) => [name, group ?? '']))
  const groups = new Map<Kind, OfferedService[]>(order.map((kind) => [kind, []]))
  for (const service of services) {
    const group = groupOf.get(service.type ?? '') ?? ''
    if (hidden[group] && !held.some((name) => isNamed(service, name))) continue
    groups.get(kinds[group] ?? 'other')?.push(service)
  }
  const lost = held.filter((name) => !services.some((service) => isNamed(service, name)))
  groups.get('unknown')?.push(...lost.map((name) => ({ name })))
  return [...groups]
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => ({ title: titleOf(kind), services: found }))
}

/** Names of services are the same in any case. */
export function isNamed({ name }: OfferedService, other: string): boolean {
  return name.trim().toLowerCase() === other.trim().toLowerCase()
}

function titleOf(kind: Kind): string {
  const titles = { databases: t.databases, files: t.files, scripts: t.scripts, other: t.other, unknown: t.notFound }
  return titles[kind]
}
