import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigField } from '@millwright/contract/service-config/config-field'
import type { Vault } from '../../parts.ts'
import { isRecord } from '../../system/body.ts'
import type { Row } from '../../system/sql-runner.ts'
import { kindOf } from '../service-kinds.ts'

/** A stored configuration, its secrets still encrypted. */
export function parseConfig(text: string): Row {
  const config: unknown = JSON.parse(text)
  return isRecord(config) ? config : {}
}

/** A value of a setting as it is stored. */
export function sealSetting(field: ConfigField, value: unknown, vault: Vault): unknown {
  if (field.secret === undefined || value === null) return value
  return vault.seal(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * A stored configuration as whoever runs the service needs it: every setting of the type, secrets readable, and instead of
 * what is missing the default, an empty list or object, or null.
 */
export function openConfig(type: string, stored: Readonly<Row>, vault: Vault): Row {
  return eachSetting(type, (name, field) => {
    const value = stored[name] ?? null
    return value === null ? (field.default ?? emptyOf(field)) : openSetting(field, value, vault)
  })
}

/** A stored configuration as it is answered: every setting of the type, secrets masked. */
export function answerConfig(type: string, stored: Readonly<Row>, vault: Vault): Row {
  if (kindOf(type) === undefined) return maskByName(stored)
  return eachSetting(type, (name, field) => {
    const value = stored[name] ?? null
    if (value === null) return field.default ?? null
    return field.secret === 'masked' ? secretMask : openSetting(field, value, vault)
  })
}

function eachSetting(type: string, settingOf: (name: string, field: ConfigField) => unknown): Row {
  const fields = Object.entries(kindOf(type)?.config ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, settingOf(name, field)]))
}

function openSetting(field: ConfigField, value: unknown, vault: Vault): unknown {
  if (field.secret === undefined || typeof value !== 'string') return value
  const plain = unsealed(field, value, vault)
  return field.type === 'object' ? JSON.parse(plain) : plain
}

function unsealed({ secret }: ConfigField, value: string, vault: Vault): string {
  try {
    return vault.open(value)
  } catch (error) {
    // Names of users were not encrypted at first.
    if (secret === 'sealed') return value
    throw error
  }
}

function emptyOf({ type }: ConfigField): unknown {
  if (type === 'array' || type === 'multi_picklist') return []
  return type === 'object' ? {} : null
}

/** Of a type that this instance does not know, whatever may be secret. */
function maskByName(stored: Readonly<Row>): Row {
  const isSecret = (name: string) => /pass|secret|token|key|cert/i.test(name)
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isSecret(name) && value ? secretMask : value]),
  )
}
