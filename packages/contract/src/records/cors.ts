import type { Verb } from '../verbs.ts'
import { audit, boolean, type DraftOf, id, integer, json, type RecordOf, string, text } from './field.ts'

export const corsFields = {
  id: id(),
  path: string({ label: 'Path', max: 255, required: true, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  origin: text({ label: 'Origins', required: true }),
  header: text({ label: 'Headers' }),
  exposed_header: text({ label: 'Exposed Headers' }),
  max_age: integer({ label: 'Max Age', default: 0, nullable: false }),
  /** Returned as a list of verbs, stored as a mask, accepted as either. */
  method: json<Verb[]>({ label: 'Methods', default: [] }),
  supports_credentials: boolean({ label: 'Supports Credentials', default: false, nullable: false }),
  enabled: boolean({ label: 'Enabled', default: true, nullable: false }),
  ...audit,
}

export type CorsEntry = RecordOf<typeof corsFields>
export type CorsDraft = DraftOf<typeof corsFields>
