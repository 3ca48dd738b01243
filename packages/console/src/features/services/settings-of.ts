import { secretMask } from '@millwright/contract/records/lookup'
import type { ServiceType } from '@millwright/contract/wire/services'
import { sameValue } from '../../widgets/form/editor-frame/draft.ts'
import { type ConfigField, configFields } from './config/config-field.ts'
import { configKey, type ServiceDraft } from './draft-members.ts'
import { configOf, type ServiceRecord } from './service-draft.ts'

/** The settings that a form shows: those of the type, or the stored ones if the type is not described. */
export function settingsOf(type: ServiceType, record: ServiceRecord | null): readonly ConfigField[] {
  if (Array.isArray(type.config_schema)) return configFields(type)
  const { service_id: _owner, ...stored } = configOf(record)
  const config_schema = Object.entries(stored).map(([name, value]) => ({ name, type: typeFor(value) }))
  return configFields({ config_schema })
}

function typeFor(value: unknown): string {
  if (value === secretMask) return 'password'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'decimal'
  return value === null || typeof value === 'string' ? 'text' : 'JSON'
}

/** Whether a setting or the description was edited, which would be lost with another type. */
export function hasSettings(before: ServiceDraft, draft: ServiceDraft, fields: readonly ConfigField[]): boolean {
  const members = ['definition' as const, ...fields.map(({ name }) => configKey(name))]
  return members.some((member) => !sameValue(before[member], draft[member]))
}
