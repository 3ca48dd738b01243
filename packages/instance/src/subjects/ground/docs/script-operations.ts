import type { PathItem, Schema } from '@millwright/connector/openapi/openapi'
import { listOf, members, operation, pathParameter } from '@millwright/connector/openapi/operation'
import { queryRefs } from './shared-components.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: 'boolean' }

const run = members({
  id: { type: 'integer' },
  date: text,
  duration_ms: { type: 'number' },
  ok: flag,
  verb: text,
  path: text,
  user_id: { type: ['integer', 'null'] },
  output: text,
  error: { type: ['object', 'null'] },
})

/** Describes the additional operations of scripts: writes by name, trials, runs, recorded events. `row`: schema of the record. */
export function scriptPaths(below: string, service: string, row: Schema): Readonly<Record<string, PathItem>> {
  const parameters = [pathParameter('id', 'Name of the event.')]
  return {
    [`${below}/{id}`]: {
      post: operation(`save${service}EventScript`, 'Create or change one event script', {
        parameters: queryRefs('fields'),
        body: row,
        answer: row,
        orStatus: 201,
      }),
    },
    [`${below}/{id}/run`]: {
      parameters,
      get: operation(`get${service}EventScriptRuns`, 'List the last runs of a script', {
        answer: listOf(run, { waiting: { type: 'integer' } }),
      }),
    },
    [`${below}/{id}/event`]: {
      parameters,
      get: operation(`get${service}EventScriptEvents`, 'List events for testing a script', {
        answer: members({
          sample: { type: 'object' },
          recorded: { type: 'array', items: members({ date: text, event: { type: 'object' } }) },
          recording_until: textOrNull,
        }),
      }),
      post: operation(`record${service}EventScriptEvents`, 'Record the next events', {
        body: members({ minutes: { type: 'integer', minimum: 1, maximum: 60 } }),
        answer: { type: 'object' },
      }),
      delete: operation(`forget${service}EventScriptEvents`, 'Delete recorded events', {
        answer: { type: 'object' },
      }),
    },
    [`${below}/{id}/trial`]: {
      parameters,
      post: operation(`try${service}EventScript`, 'Test a script without saving it', {
        body: members(
          {
            type: text,
            content: textOrNull,
            config: {},
            allow_event_modification: flag,
            event: { type: 'object' },
            simulate: flag,
          },
          'type',
        ),
        answer: members({
          ok: flag,
          duration_ms: { type: 'number' },
          output: text,
          returned: {},
          error: { type: ['object', 'null'] },
          event: { type: 'object' },
          changes: { type: 'array', items: { type: 'object' } },
          outcome: { type: ['object', 'null'] },
          calls: { type: 'array', items: { type: 'object' } },
        }),
      }),
    },
  }
}
