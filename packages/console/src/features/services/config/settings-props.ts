import type { ServiceType } from '@millwright/contract/wire/services'
import type { ConfigKey } from '../draft-members.ts'
import type { ConfigField } from './config-field.ts'

/** Props shared by the sections of a service's settings. */
export interface SettingsProps {
  readonly type: ServiceType
  readonly fields: readonly ConfigField[]
  readonly values: { readonly [setting: ConfigKey]: unknown }
  readonly errors: Readonly<Record<string, string>>
  /** The stored name of the service; `null` for a new one. */
  readonly service: string | null
  readonly set: (member: ConfigKey, value: unknown) => void
}
