import { isDeepStrictEqual } from 'node:util'
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
