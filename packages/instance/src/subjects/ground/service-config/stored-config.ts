import { isDeepStrictEqual } from 'node:util'
import { settingClass } from '@millwright/contract/access/authority'
import type { FieldMessages } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Vault } from '../../../platform/vault.ts'
import { maskMembers, replaceSecretMembers } from '../../../records/secret-members.ts'
import type { Row } from '../../../records/system/sql-runner.ts'

/** Parses a stored configuration; its secrets stay encrypted. */
export function parseConfig(text: string): Row {
  const config: unknown = JSON.parse(text)
  return isRecord(config) ? config : {}
}

/** Converts the value of a setting to its stored form, with secrets encrypted. */
export function sealSetting(field: ConfigField, value: unknown, vault: Vault): unknown {
  if (field.secret === undefined) return eachColumn(field, value, (column, cell) => sealSetting(column, cell, vault))
  if (value === null) return null
  return vault.seal(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The settings of a service type: `null` if it has none, absent if the type is unknown. */
type DeclaredSettings = ConfigFields | null | undefined

/**
 * The stored configuration as needed to run the service: every setting of the type, secrets decrypted, with the default, an
 * empty list or object, or `null` for missing settings.
 */
export function openConfig(fields: DeclaredSettings, stored: Readonly<Row>, vault: Vault): Row {
  return eachSetting(fields ?? {}, (name, field) => {
    const value = stored[name] ?? null
    return value === null ? defaultOf(field) : openSetting(field, value, vault)
  })
}

/** The stored configuration in its API form: every setting of the type, secrets masked. */
export function answerConfig(fields: DeclaredSettings, stored: Readonly<Row>, vault: Vault): Row {
  // Settings of an unknown type are still returned.
  if ((fields ?? null) === null) return maskByName(stored)
  return eachSetting(fields ?? {}, (name, field) => {
    const value = stored[name] ?? null
    if (value === null) return field.default ?? null
    return answerSetting(field, value, vault)
  })
}

/** The settings of a decrypted configuration that are not at their default, in the order of their declaration. */
export function settingsBesidesDefaults(fields: ConfigFields, plain: Readonly<Row>): Row {
  const settings = Object.entries(fields).flatMap(([name, field]) => {
    const value = plain[name] ?? null
    if (value === null || isDeepStrictEqual(value, defaultOf(field))) return []
    return [[name, Array.isArray(value) ? value.map(withoutNulls) : value] as const]
  })
  return Object.fromEntries(settings)
}

/** The value of a setting that is not stored. */
export const defaultOf = (field: ConfigField): unknown => field.default ?? emptyOf(field)

function withoutNulls(row: unknown): unknown {
  return isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)) : row
}

/** Replaces the secrets in a decrypted configuration. */
export function hideSettings(fields: DeclaredSettings, plain: unknown, replace: (secret: unknown) => unknown): unknown {
  if (!isRecord(plain)) return plain
  const settings = Object.entries(plain).map(([name, value]) => {
    const field = fields?.[name]
    return [name, field === undefined ? value : hideSetting(field, value, replace)] as const
  })
  return Object.fromEntries(settings)
}

function hideSetting(field: ConfigField, value: unknown, replace: (secret: unknown) => unknown): unknown {
  if (value === null || value === '') return value
  if (field.secret === 'masked') return replace(value)
  if (field.secret === 'members') return replaceSecretMembers(value, replace)
  return eachColumn(field, value, (column, cell) => hideSetting(column, cell, replace))
}

function answerSetting(field: ConfigField, value: unknown, vault: Vault): unknown {
  if (value === null) return null
  if (field.secret === 'masked') return secretMask
  if (field.secret === 'members') return maskMembers(openSetting(field, value, vault))
  return field.secret === undefined
    ? eachColumn(field, value, (column, cell) => answerSetting(column, cell, vault))
    : openSetting(field, value, vault)
}

/** Maps each value in a list of rows; returns any other value unchanged. */
function eachColumn(
  { items }: ConfigField,
  value: unknown,
  map: (column: ConfigField, cell: unknown) => unknown,
): unknown {
  if (typeof items !== 'object' || !Array.isArray(value)) return value
  return value.map((row) => {
    if (!isRecord(row)) return row
    const cells = Object.entries(row).map(([name, cell]) => {
      const column = items[name]
      return [name, column === undefined ? cell : map(column, cell)] as const
    })
    return Object.fromEntries(cells)
  })
}

function eachSetting(fields: ConfigFields, settingOf: (name: string, field: ConfigField) => unknown): Row {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, settingOf(name, field)]))
}

function openSetting(field: ConfigField, value: unknown, vault: Vault, inRow = false): unknown {
  if (field.secret === undefined) {
    return eachColumn(field, value, (column, cell) => openSetting(column, cell, vault, true))
  }
  if (typeof value !== 'string') return value
  const plain = unsealed(value, vault, field.secret !== 'masked' || inRow)
  return field.type === 'object' ? JSON.parse(plain) : plain
}

/** `mayBePlain`: user names, options and values of rows were stored unencrypted by earlier versions. */
function unsealed(value: string, vault: Vault, mayBePlain: boolean): string {
  try {
    return vault.open(value)
  } catch (error) {
    if (mayBePlain) return value
    throw error
  }
}

function emptyOf({ type }: ConfigField): unknown {
  if (type === 'array' || type === 'multi_picklist') return []
  return type === 'object' ? {} : null
}

/** For an unknown type: masks every setting whose name suggests a secret. */
function maskByName(stored: Readonly<Row>): Row {
  const isSecret = (name: string) => /pass|secret|token|key|cert/i.test(name)
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isSecret(name) && value ? secretMask : value]),
  )
}

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
