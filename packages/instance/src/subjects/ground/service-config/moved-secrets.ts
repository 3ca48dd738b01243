import { settingClass } from '@millwright/contract/access/authority'
import type { FieldMessages } from '@millwright/contract/problem'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'

/**
 * Validation messages for stored secrets that a change keeps although it changes where the service sends them: an administrator
 * who does not know a password must not have it sent to another server. Both configurations are decrypted.
 * @returns `null` if no secret is sent elsewhere
 */
export function movedSecrets(
  fields: ConfigFields,
  unchangedSecrets: readonly string[],
  was: Readonly<Row>,
  is: Readonly<Row>,
): FieldMessages | null {
  const moved = Object.entries(fields).find(([name, field]) =>
    differ(destinationOf(field, was[name]), destinationOf(field, is[name])),
  )
  if (moved === undefined || unchangedSecrets.length === 0) return null
  const because = `must be sent again, because ${moved[0]} changes.`
  return Object.fromEntries(unchangedSecrets.map((name) => [name, [`${name} ${because}`]]))
}

function destinationOf({ authority }: ConfigField, value: unknown): unknown {
  if (settingClass(authority) !== 'addresses') return null
  if (typeof authority !== 'object' || !('addresses' in authority)) return value
  if (!isRecord(value)) return []
  const named = Object.entries(value).map(([name, member]) => [plainName(name), member] as const)
  return authority.addresses.map((name) => named.find(([each]) => each === name)?.[1] ?? null)
}

export const differ = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** Upper-case name of an option, without curl's prefix. */
export const plainName = (name: string) =>
  name
    .trim()
    .toUpperCase()
    .replace(/^CURLOPT_/, '')

/** Two members of an object that are the same option, such as `'proxy' and 'PROXY'`: readers would differ in which one they take. */
export function repeatedMember(value: unknown): string | null {
  if (!isRecord(value)) return null
  const known = new Map<string, string>()
  for (const name of Object.keys(value)) {
    const first = known.get(plainName(name))
    if (first !== undefined) return `'${first}' and '${name}'`
    known.set(plainName(name), name)
  }
  return null
}
