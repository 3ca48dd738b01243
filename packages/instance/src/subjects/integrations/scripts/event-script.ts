import { invalid, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { requireFullAdmin } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { scriptEndings } from '../../../gateway/ports/script-runner.ts'
import { unwrapSingle } from '../../../records/system/alone-if-one.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { oneRecord, readBody } from '../../../request/body.ts'
import { eventScript as declared, guardedScriptProblem } from '../../ground/models/event-script-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import { withAuthor } from '../../ground/system/author-relation.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'

/** A subresource of a script: trials, runs or events. `name`: of the script, which need not exist. */
export interface ScriptPart {
  readonly name: string
  handle(request: ApiRequest, name: string): Promise<unknown>
}

interface EventScriptParts {
  /** Returns why a script cannot have a name; `null` if it can. */
  readonly nameProblem: (name: string) => Promise<string | null>
  readonly parts: readonly ScriptPart[]
}

/** `system/event_script`: event scripts, by the name of their event; `POST {name}` creates or updates one (docs/wire/scripts.md). */
export function createEventScriptResource(parts: Parts, own: EventScriptParts): SystemResource {
  const resource = createResource(withAuthor(declarationWith(own.nameProblem), parts), parts)

  /** Handles `POST {name}`. */
  async function save(request: ApiRequest, name: string): Promise<ApiResponse> {
    const record = { ...oneRecord(readBody(request.payload)), name }
    const payload = { resource: [record] }
    const there = await parts.store.db
      .selectFrom('event_script')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst()
    if (there !== undefined) return resource.handle({ ...request, verb: 'PATCH', payload: record }, [name])
    // With `If-Match`, the client means to update the script, not to restore one that was deleted meanwhile.
    if (request.headers['if-match'] !== undefined)
      throw new Problem(412, `The script '${name}' was deleted since it was read.`)
    const params = { ...request.params, rollback: 'true' }
    const { body, ...response } = await unwrapSingle(() => resource.handle({ ...request, params, payload }, []))
    const [first] = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
    return { ...response, body: first }
  }

  return {
    ...resource,
    async handle(request, rest) {
      const [name, second] = rest
      if (name === undefined) return resource.handle(request, rest)
      if (rest.length === 2) refuseGuarded(request, name)
      const part = rest.length === 2 ? own.parts.find((each) => each.name === second) : undefined
      if (part !== undefined) return { status: 200, body: await part.handle(request, name) }
      return request.verb === 'POST' && rest.length === 1 ? save(request, name) : resource.handle(request, rest)
    },
  }
}

/** The records of event scripts. */
export const eventScriptDeclaration: ResourceDeclaration = {
  name: 'event_script',
  label: 'Event Scripts',
  description: 'Scripts that run at events, by the name of the event.',
  travels: {
    key: 'name',
    files: {
      folder: 'scripts',
      texts: [{ column: 'content', ending: { by: 'type', endings: scriptEndings } }],
    },
  },
  declared,
  scope: { values: {} },
  upsert: true,
  relations: [
    {
      kind: 'belongsTo',
      name: 'service_by_storage_service_id',
      column: 'storage_service_id',
      target: service,
      readAt: serviceRecords,
    },
    ...peopleWhoWrote,
  ],
  beforeWrite({ body, previous }) {
    if (previous === null || body.name === undefined || body.name === previous.name) return
    const message =
      'A script has the name of its event. To run it at another event, save it under that name and delete this one.'
    throw invalid({ name: [message] })
  },
}

/** Scripts at events of sign-in, passwords and access could be used to take over accounts. */
function refuseGuarded({ caller }: Pick<ApiRequest, 'caller'>, name: unknown): void {
  const why = guardedScriptProblem(String(name))
  if (why !== null) requireFullAdmin(caller, why)
}

function declarationWith(nameProblem: EventScriptParts['nameProblem']): ResourceDeclaration {
  return {
    ...eventScriptDeclaration,
    async prepare({ values, creating }) {
      if (!creating) return
      const problem = await nameProblem(String(values.name))
      if (problem !== null) throw invalid({ name: [problem] })
    },
  }
}
