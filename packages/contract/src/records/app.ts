import { audit, boolean, type DraftOf, datetime, id, integer, type RecordOf, string, text } from './field.ts'
import type { Role } from './role.ts'

/** Where an app is hosted: nowhere, on a file service, at a URL, or at a path of this server. */
export const appType = { none: 0, storage: 1, url: 2, path: 3 } as const

export const appFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  api_key: string({ label: 'API Key', max: 255, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  type: integer({ default: 0, nullable: false }),
  path: text(),
  url: text(),
  storage_service_id: integer(),
  storage_container: string({ max: 255 }),
  requires_fullscreen: boolean({ default: false, nullable: false }),
  allow_fullscreen_toggle: boolean({ default: true, nullable: false }),
  toggle_location: string({ max: 64, default: 'top', nullable: false }),
  role_id: integer({ label: 'Default Role' }),
  ...audit,
  /** When a request last used the API key, to the minute. */
  last_used_date: datetime({ label: 'Last Used', mode: 'readOnly' }),
  /** Derived from the type: storage URL, `url`, `path`, or empty. */
  launch_url: string({ mode: 'readOnly', nullable: false }),
}

export type App = RecordOf<typeof appFields> & { role_by_role_id?: Role | null }
export type AppDraft = DraftOf<typeof appFields>
