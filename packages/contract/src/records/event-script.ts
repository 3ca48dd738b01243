import { audit, boolean, type DraftOf, integer, type RecordOf, string, text } from './field.ts'

/** A script that runs on an event (docs/wire/scripts.md). */
export const eventScriptFields = {
  /** Name of an event, with or without a phase. */
  name: string({ label: 'Name', max: 255, required: true, unique: true, nullable: false }),
  type: string({ label: 'Type', max: 40, required: true, nullable: false }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  content: text({ label: 'Content' }),
  /** JSON text. */
  config: text({ label: 'Additional Configuration' }),
  ...audit,
  allow_event_modification: boolean({ label: 'Allow Event Modification', default: false, nullable: false }),
  scm_reference: string({ label: 'Branch or Tag', max: 255 }),
  scm_repository: string({ label: 'Repository', max: 255 }),
  storage_path: string({ label: 'Storage Path', max: 1024 }),
  storage_service_id: integer({ label: 'Storage Service' }),
}

export type EventScript = RecordOf<typeof eventScriptFields>
export type EventScriptDraft = DraftOf<typeof eventScriptFields>

/** A scripting language. */
export interface ScriptType {
  readonly name: string
  readonly label: string
  /** Whether the instance can run it; missing on other servers. */
  readonly available: boolean
  readonly version: string | null
}
