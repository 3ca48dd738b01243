import { isVerb, type Requestor, type Verb } from '@millwright/contract/verbs'
import type { HypotheticalRequest } from '@millwright/contract/wire/access-explanation'
import { t } from '../opened/messages.ts'

export type CallerKind = 'nobody' | 'user' | 'admin'

/** A hypothetical request, as in the form and the address. */
export interface ExplainQuestion {
  readonly by: CallerKind
  readonly person: number | null
  readonly app: number | null
  readonly verb: Verb
  readonly path: string
  readonly requestor: Requestor
  /** The event script or script service that makes the request; empty for none. */
  readonly script: string
  /** The scheduled task that makes it; `null` for none. */
  readonly task: number | null
}

/** Parses the query of an address; invalid parts are ignored. */
export function readQuestion(raw: Readonly<Record<string, unknown>>): ExplainQuestion {
  const by = raw.by === 'user' || raw.by === 'admin' ? raw.by : 'nobody'
  const verb = typeof raw.verb === 'string' && isVerb(raw.verb) ? raw.verb : 'GET'
  return {
    by,
    person: by === 'nobody' ? null : identifier(raw.person),
    app: identifier(raw.app),
    verb,
    path: typeof raw.path === 'string' || typeof raw.path === 'number' ? String(raw.path) : '',
    requestor: raw.requestor === 'SCRIPT' ? 'SCRIPT' : 'API',
    script: typeof raw.script === 'string' ? raw.script : '',
    task: identifier(raw.task),
  }
}

/** Returns the query for a request. Absent fields are removed from the address. */
export function writeQuestion({ by, person, app, verb, path, requestor, script, task }: ExplainQuestion) {
  return {
    by: by === 'nobody' ? undefined : by,
    person: person ?? undefined,
    app: app ?? undefined,
    verb,
    path,
    requestor: requestor === 'API' ? undefined : requestor,
    script: script || undefined,
    task: task ?? undefined,
  }
}

/** Returns the body of the request for an explanation. */
export function supposedCall({
  by,
  person,
  app,
  verb,
  path,
  requestor,
  script,
  task,
}: ExplainQuestion): HypotheticalRequest {
  return {
    user_id: by === 'nobody' ? null : person,
    app_id: app,
    verb,
    path: path.trim(),
    requestor,
    ...(script.trim() !== '' && { script: script.trim() }),
    ...(task !== null && { task_id: task }),
  }
}

/** Returns which field is missing; `null` if the form is complete. */
export function missingIn({ by, person }: ExplainQuestion): string | null {
  return by !== 'nobody' && person === null ? t.chooseACaller : null
}

function identifier(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : null
}
