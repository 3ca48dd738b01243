import type { Generated } from 'kysely'
import type { AuthorColumns } from './author-columns.ts'

/** A script that runs at an event. */
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

/** A script that is to run after the request at whose end it was asked for. */
export interface ScriptQueueTable {
  id: Generated<number>
  script: string
  /** Encrypted JSON: the event, and for whom. */
  job: string
  attempts: Generated<number>
  /** While it runs: milliseconds since 1970 at which it is taken for dead. */
  running_until: Generated<number | null>
  /** Not before, in milliseconds since 1970. */
  due: Generated<number>
  /** Characters of the job. */
  size: Generated<number>
}

/** A run of a script, or an event that was recorded for one. */
export interface ScriptEntryTable {
  id: Generated<number>
  kind: 'run' | 'event'
  /** Of a run the script as it is called, of an event in lower case. */
  script: string
  /** Encrypted JSON. */
  entry: string
}

/** That the events of a script's name are recorded. */
export interface ScriptRecordingTable {
  /** In lower case. */
  script: string
  /** Milliseconds since 1970. */
  until: number
}

/** A value that scripts keep from run to run. */
export interface ScriptValueTable {
  name: string
  /** Encrypted JSON. */
  value: string
}
