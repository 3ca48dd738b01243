import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { maskMembers, restoreMembers } from '../../records/secret-members.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import { differ } from './moved-secrets.ts'

interface Restored {
  /** Undefined: the setting stays as it is stored. */
  readonly value: unknown
  /** Whether a masked secret that is stored will be stored still. */
  readonly keepsSecret: boolean
}

/**
 * A setting as it was sent, with what is stored in place of every mask. `stored`: readable, null or undefined for a new service. Rows
 * keep the secret of the row of the same name, in order.
 */
export function restoreSecrets(field: ConfigField, sent: unknown, stored: unknown): Restored {
  const { secret, items } = field
  if (secret === 'masked') {
    const value = sent === secretMask ? undefined : sent
    return { value, keepsSecret: value === undefined && isPresent(stored) }
  }
  if (secret === 'members') {
    const value = sent === undefined ? undefined : restoreMembers(sent, stored)
    const keepsSecret = sent === undefined ? differ(maskMembers(stored), stored) : differ(value, sent)
    return { value, keepsSecret }
  }
  const secrets = typeof items === 'object' ? maskedColumns(items) : []
  if (secrets.length === 0) return { value: sent, keepsSecret: false }
  if (sent === undefined) return { value: undefined, keepsSecret: hasSecret(stored, secrets) }
  return restoreRows(sent, stored, secrets)
}

function maskedColumns(items: ConfigFields): string[] {
  return Object.entries(items).flatMap(([name, { secret }]) => (secret === 'masked' ? [name] : []))
}

function restoreRows(sent: unknown, stored: unknown, secrets: readonly string[]): Restored {
  const rows: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  const before = Array.isArray(stored) ? stored.filter(isRecord) : []
  const met = new Map<unknown, number>()
  let keepsSecret = false
  const value = rows.map((row) => {
    if (!isRecord(row)) return row
    const nth = met.get(row.name) ?? 0
    met.set(row.name, nth + 1)
    const same = before.filter(({ name }) => name === row.name)[nth]
    const restored: Row = { ...row }
    for (const column of secrets) {
      if (row[column] !== secretMask) continue
      restored[column] = same?.[column] ?? null
      keepsSecret ||= isPresent(restored[column])
    }
    return restored
  })
  return { value, keepsSecret }
}

const hasSecret = (stored: unknown, secrets: readonly string[]) =>
  Array.isArray(stored) && stored.filter(isRecord).some((row) => secrets.some((column) => isPresent(row[column])))

const isPresent = (value: unknown) => value !== null && value !== undefined && value !== ''
