import type { ChoiceSource, ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ReferredType } from './packaged-types.ts'

const typeOf = {
  app: 'app',
  role: 'role',
  email_service: 'service',
  email_template: 'email_template',
} as const satisfies Record<ChoiceSource, ReferredType>

/** Resolves a reference. Returns `null` if its target does not exist. */
type ResolveSetting = (setting: string, type: ReferredType, value: unknown) => unknown

/**
 * Resolves the references of a service's settings to other records, also in lists of rows. Rows whose required reference cannot
 * be resolved are omitted, as they would mean something else.
 */
export function resolveSettings(fields: ConfigFields, config: Readonly<Row>, resolve: ResolveSetting): Row {
  const { service_id: _, ...settings } = config
  return resolveFields(fields, settings, '', resolve)
}

function resolveFields(fields: ConfigFields, row: Readonly<Row>, prefix: string, resolve: ResolveSetting): Row {
  const resolved: Row = { ...row }
  for (const [name, value] of Object.entries(row)) {
    const field = fields[name]
    const type = referredBy(name, field)
    if (type !== null) resolved[name] = resolve(`${prefix}${name}`, type, value)
    else if (typeof field?.items === 'object' && Array.isArray(value)) {
      const { items } = field
      const rows = value.filter(isRecord).map((each) => resolveFields(items, each, `${name}.`, resolve))
      resolved[name] = rows.filter((each) => isWhole(items, each))
    }
  }
  return resolved
}

function referredBy(name: string, field: ConfigField | undefined): ReferredType | null {
  if (name === 'storage_service_id') return 'service'
  return field?.source === undefined ? null : typeOf[field.source]
}

function isWhole(items: ConfigFields, row: Readonly<Row>): boolean {
  return Object.entries(items).every(([name, { source, required }]) => {
    return source === undefined || required !== true || (row[name] ?? null) !== null
  })
}
