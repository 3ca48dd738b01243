import { audit, boolean, type DraftOf, datetime, id, integer, type RecordOf, string, text } from './field.ts'
import type { Role } from './role.ts'

/** Where an app is hosted: nowhere, on a file service, at a URL, or at a path of this server. */
export const appType = { none: 0, storage: 1, url: 2, path: 3 } as const

export const appKinds = ['app', 'agent'] as const
/** The longest time, in hours, for which a replaced key works beside the new one. */
export const longestOverlap = 24

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
  /** `app`, or `agent`: a program that acts by itself. */
  kind: string({ label: 'Kind', max: 16, default: 'app', nullable: false }),
  /** Whose app it is; it is off while this person is. */
  owner_id: integer({ label: 'Owner' }),
  /** From this moment on, the key is refused; `null`: never. */
  expires_at: datetime({ label: 'Ends' }),
  /** Whether the key may replace itself. */
  self_rotate: boolean({ label: 'May Rotate Its Key', default: false, nullable: false }),
  ...audit,
  /** When a request last used the API key, to the minute. */
  last_used_date: datetime({ label: 'Last Used', mode: 'readOnly' }),
  /** Derived from the type: storage URL, `url`, `path`, or empty. */
  /** Until when the key before the last rotation works as well; `null` if none does. */
  previous_key_until: datetime({ label: 'Earlier Key Until', mode: 'readOnly' }),
  /** Whether the key was shown in the answer to its rotation only. */
  key_hidden: boolean({ mode: 'readOnly', nullable: false }),
  launch_url: string({ mode: 'readOnly', nullable: false }),
}

export type App = RecordOf<typeof appFields> & { role_by_role_id?: Role | null }
export type AppDraft = DraftOf<typeof appFields>
