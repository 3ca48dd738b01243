import type { Generated } from 'kysely'
import type { Audit, AuthorColumns } from './record-columns.ts'

export interface AppTable extends Audit {
  id: Generated<number>
  name: string
  api_key: string
  description: string | null
  is_active: number
  type: number
  path: string | null
  url: string | null
  storage_service_id: number | null
  storage_container: string | null
  requires_fullscreen: number
  allow_fullscreen_toggle: number
  toggle_location: string
  role_id: number | null
  kind: Generated<string>
  /** Not a foreign key: an app whose owner is missing is off. */
  owner_id: number | null
  /** In the format of `last_modified_date`. */
  expires_at: string | null
  self_rotate: Generated<number>
  /** The key before the last rotation. */
  previous_key: string | null
  previous_key_until: string | null
  /** Whether only the response to the rotation showed the key. */
  key_hidden: Generated<number>
  /** The `expires_at` of which the owner was warned. */
  warned_of: string | null
  last_used_date: string | null
}

export interface LookupTable extends Audit, AuthorColumns {
  id: Generated<number>
  user_id: number | null
  role_id: number | null
  app_id: number | null
  name: string
  /** Encrypted, whether private or not. */
  value: string | null
  private: number
  description: string | null
  allow_user_update: number
  allow_admin_update: number
}

export interface CorsTable extends Audit {
  id: Generated<number>
  path: string
  description: string | null
  origin: string | null
  header: string | null
  exposed_header: string | null
  max_age: number
  /** Verb mask. */
  method: number
  supports_credentials: number
  enabled: number
}

export interface EmailTemplateTable extends Audit {
  id: Generated<number>
  name: string
  description: string | null
  to: string | null
  cc: string | null
  bcc: string | null
  subject: string | null
  attachment: string | null
  body_text: string | null
  body_html: string | null
  from_name: string | null
  from_email: string | null
  reply_to_name: string | null
  reply_to_email: string | null
  defaults: string | null
}

export interface CustomTable extends Audit {
  name: string
  /** `null`: of the system; else of this person. */
  user_id: number | null
  value: string | null
}

export interface LimitTable extends Audit {
  id: Generated<number>
  name: string
  description: string | null
  type: string
  key_text: string
  rate: number
  period: string
  user_id: number | null
  role_id: number | null
  service_id: number | null
  endpoint: string | null
  verb: string | null
  is_active: number
}

export interface SettingTable {
  name: string
  value: string
}

/** A package import in progress, or interrupted by the death of its process. */
export interface UnfinishedImportTable {
  id: string
  /** The process that currently works on it. */
  holder: string
  /** Milliseconds since 1970 after which the holder counts as dead. */
  alive_until: number
}

/** A step that undoes one effect of an import. */
export interface ImportStepTable {
  id: Generated<number>
  import_id: string
  /** JSON. */
  step: string
}

/** A record that belongs to a folder of configuration. */
export interface ManagedRecordTable {
  /** Resource below `system`. */
  type: string
  name: string
  owner: string
  file: string | null
  /** JSON with fingerprints of secrets: the values that the last apply was sent. */
  sent: string
  /** JSON with fingerprints of secrets: the values that it stored. */
  stored: string
}
