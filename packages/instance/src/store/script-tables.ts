import type { Generated } from 'kysely'
import type { AuthorColumns } from './author-columns.ts'

/** A script that runs on an event. */
export interface EventScriptTable extends AuthorColumns {
  name: string
  type: string
  content: string | null
  /** JSON. */
  config: string | null
  is_active: number
  allow_event_modification: number
  storage_service_id: number | null
  storage_path: string | null
  scm_repository: string | null
  scm_reference: string | null
  created_date: string
  last_modified_date: string
  created_by_id: number | null
  last_modified_by_id: number | null
  revision: Generated<number>
}

/** A queued script, which runs after the request that queued it. */
export interface ScriptQueueTable {
  id: Generated<number>
  script: string
  /** Encrypted JSON: the event and its caller. */
  job: string
  attempts: Generated<number>
  /** During a run: when it counts as dead, in milliseconds since 1970. */
  running_until: Generated<number | null>
  /** Earliest start in milliseconds since 1970. */
  due: Generated<number>
  /** Length of the job in characters. */
  size: Generated<number>
}

/** A run of a script, or an event recorded for one. */
export interface ScriptEntryTable {
  id: Generated<number>
  kind: 'run' | 'event'
  /** For a run, the name of the script; for an event, its name in lower case. */
  script: string
  /** Encrypted JSON. */
  entry: string
}

/** Recording of the events with a script's name. */
export interface ScriptRecordingTable {
  /** In lower case. */
  script: string
  /** Milliseconds since 1970. */
  until: number
}

/** A value that scripts store between runs. */
export interface ScriptValueTable {
  name: string
  /** Encrypted JSON. */
  value: string
}
