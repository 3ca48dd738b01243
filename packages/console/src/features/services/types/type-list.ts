import type { Platform } from '@millwright/contract/wire/environment'
import type { ServiceType } from '@millwright/contract/wire/service-type'
import { paidTypes } from './paid-types.ts'

/** The groups that people know, in the order in which they look for them. */
const knownGroups = [
  'Database',
  'Big Data',
  'File',
  'Email',
  'Notification',
  'Remote Service',
  'Script',
  'OAuth',
  'LDAP',
]

/** Of types whose server says no group. */
const noGroup = 'Other'

export interface TypeGroup {
  readonly name: string
  readonly types: readonly ServiceType[]
}

/** What the server listed, and after it the paid kinds that it did not. */
export function withPaidTypes(listed: readonly ServiceType[]): readonly ServiceType[] {
  const names = new Set(listed.map(({ name }) => name))
  const missing = paidTypes.filter(({ name }) => !names.has(name))
  return [...listed, ...missing.map((type) => ({ ...type, available: false, singleton: false, config_schema: null }))]
}

export function isAvailable({ available }: ServiceType): boolean {
  return available !== false
}

export function typeLabel(type: Pick<ServiceType, 'name' | 'label'>): string {
  return type.label || type.name
}

export function groupOf({ group }: Pick<ServiceType, 'group'>): string {
  return group || noGroup
}

const levels = ['OPEN SOURCE', 'SILVER', 'GOLD']

/**
 * The licence with which the instance would have a kind that it lacks; null where none would do: it has that licence, or, as an instance
 * of ours that announces what it adds, sells none.
 */
export function neededLevel(
  { subscription_required: level }: ServiceType,
  { license, features }: Platform = {},
): 'SILVER' | 'GOLD' | null {
  const said = level?.toUpperCase()
  if ((said !== 'GOLD' && said !== 'SILVER') || features !== undefined) return null
  return levels.indexOf(license?.toUpperCase() ?? '') < levels.indexOf(said) ? said : null
}

/**
 * Kinds of which a service can be made, by group: the known groups first, then others as they appear; in a group the server's
 * order. Only those that match `text` by name, label, description, group or `about`.
 */
export function typeGroups(
  types: readonly ServiceType[],
  text = '',
  about: (type: ServiceType) => string = () => '',
): readonly TypeGroup[] {
  const wanted = text.trim().toLowerCase()
  const made = types.filter((type) => type.singleton !== true)
  const found = wanted === '' ? made : made.filter((type) => matches(type, wanted, about(type)))
  const groups = new Map<string, ServiceType[]>(knownGroups.map((name) => [name, []]))
  for (const type of found) {
    const name = groupOf(type)
    const group = groups.get(name)
    if (group) group.push(type)
    else groups.set(name, [type])
  }
  return [...groups].filter(([, list]) => list.length > 0).map(([name, list]) => ({ name, types: list }))
}

function matches(type: ServiceType, wanted: string, about: string): boolean {
  const said = [type.name, type.label, type.group, type.description, about].join(' ').toLowerCase()
  return wanted.split(/\s+/).every((word) => said.includes(word))
}
