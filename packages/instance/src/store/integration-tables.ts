import type { Generated } from 'kysely'
import type { Audit, AuthorColumns } from './record-columns.ts'

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

export interface SchedulerTaskTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  description: string | null
  is_active: number
  service_id: number
  component: string | null
  verb_mask: number
  frequency: number
  cron: string | null
  payload: string | null
  app_id: number | null
  user_id: number | null
  /** Milliseconds since 1970; `null`: never. */
  next_due: number | null
  /** During a run: when it counts as dead without a further heartbeat. */
  running_until: Generated<number | null>
  /** Scheduled times that passed since the last run started. */
  missed: Generated<number>
}

/** The failure of a task's last run. */
export interface TaskLogTable {
  task_id: number
  status_code: number
  content: string | null
  created_date: string
  last_modified_date: string
}

export interface TaskRunTable {
  id: Generated<number>
  task_id: number
  due_date: string
  started_date: string
  /** Milliseconds. */
  duration: number | null
  status_code: number | null
  missed: number
  error: string | null
}

/** URLs that are notified of events by HTTP. */
export interface WebhookTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  description: string | null
  url: string
  /** JSON: names of events. */
  events: string
  /** Encrypted. */
  secret: string | null
  include_data: number
  is_active: number
}

/** A message to a webhook and its delivery. Times that coordinate nodes are milliseconds since 1970. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  created_date: string
  webhook_id: number
  message_id: string
  event: string
  /** Encrypted JSON, as sent. */
  body: string
  /** `waiting`, `delivered` or `failed`. */
  state: string
  attempts: Generated<number>
  /** Counts attempts over its whole life; unlike `attempts`, it never decreases. */
  turn: Generated<number>
  /** Earliest time of the next attempt. */
  due: number
  /** During an attempt: when the node that makes it counts as dead. */
  running_until: Generated<number | null>
  /** Author of the webhook when the message was created. */
  author_id: number | null
  author_app_id: number | null
  status_code: Generated<number | null>
  duration: Generated<number | null>
  error: Generated<string | null>
  last_attempt_date: Generated<string | null>
  next_attempt_date: Generated<string | null>
}

/** APIs composed of calls to services. */
export interface CustomApiTable extends Audit {
  id: Generated<number>
  name: string
  /** The service that answers it; `null` if it was deleted. */
  service_id: number | null
  label: string | null
  description: string | null
  version: string
  status: string
  /** JSON. */
  metadata: string | null
  sunset: string | null
  published_revision: Generated<number | null>
}

interface EndpointColumns {
  method: string
  path: string
  label: string | null
  description: string | null
  /** JSON, as all that follow. */
  execution_plan: string
  response_mapping: string | null
  request_schema: string | null
  response_schema: string | null
}

export interface CustomApiEndpointTable extends EndpointColumns, Audit, AuthorColumns {
  id: Generated<number>
  api_id: number
  is_active: number
  policy: string | null
  docs: string | null
  broken_since: Generated<string | null>
}

/** The services that the endpoints of an API may call. */
export interface CustomApiSourceTable {
  id: Generated<number>
  api_id: number
  service_id: number
}

export interface CustomApiRevisionTable {
  id: Generated<number>
  api_id: number
  number: number
  version: string
  created_date: string
  created_by_id: number | null
}

/** The endpoints of a revision, each with the author that it had. */
export interface PublishedEndpointTable extends EndpointColumns, AuthorColumns {
  id: Generated<number>
  revision_id: number
}
