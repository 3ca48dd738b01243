import {
  type ApiDescription,
  type Describe,
  listOf,
  members,
  operation,
  type PathItem,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { accessRequestStatuses } from '@millwright/contract/records/access-request'
import { dataActions } from '@millwright/contract/records/data-history'
import { filterOperators } from '@millwright/contract/records/role'
import { verbs as allVerbs } from '@millwright/contract/verbs'
import { queryRefs } from './shared-components.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }

const verbs: Schema = { type: 'array', items: { type: 'string', enum: [...allVerbs] } }
const condition = members({
  name: text,
  operator: { type: 'string', enum: [...filterOperators] },
  value: { type: ['string', 'null'] },
})

const decision = {
  body: members(
    {
      status: { type: 'string', enum: accessRequestStatuses.filter((status) => status !== 'pending') },
      verbs: { ...verbs, description: 'What is granted; as asked if absent.' },
      filters: { type: ['array', 'null'], items: condition },
      filter_op: { type: 'string', enum: ['and', 'or'] },
      until: { ...text, description: 'When the grant ends, with a time zone.' },
    },
    'status',
  ),
  answer: members({ id: whole }, 'id'),
}

/** Operations of `system/access_request` besides reads (docs/wire/access-requests.md). */
export const accessRequestPaths: Describe = (below, named) => ({
  [below]: {
    post: operation(`create${named}AccessRequests`, 'Ask for access', {
      body: listOf(members({ service: text, component: text, verbs, note: text }, 'service')),
      answer: listOf(members({ id: whole, status: text })),
      status: 201,
    }),
  },
  [`${below}/{id}`]: {
    put: operation(`replace${named}AccessRequest`, 'Decide about a request (same as PATCH)', decision),
    patch: operation(`decide${named}AccessRequest`, 'Decide about a request', decision),
  },
})

const changedRow = members({
  service: text,
  table: text,
  record_id: text,
  action: { type: 'string', enum: [...dataActions], description: 'Action on the row.' },
  fields: texts,
  lost: { ...texts, description: 'Columns whose values were too long to be stored.' },
})
const conflict = members({ service: text, table: text, record_id: textOrNull, message: text, fields: texts })

/** Operations of `system/data_history` besides reads (docs/wire/data-history.md). */
export const dataHistoryPaths: Describe = (below, named) => ({
  [`${below}/revert`]: {
    post: operation(`revert${named}DataHistory`, 'Undo changes of rows', {
      parameters: [
        queryParameter('preview', 'Returns a preview, without changes.', flag),
        queryParameter('continue', 'Skips rows that were changed later, and restores the others.', flag),
      ],
      body: members({
        ids: { type: 'array', items: whole, description: 'The entries to undo; or:' },
        write_id: { ...text, description: 'All of one call, or of one import.' },
      }),
      answer: members({
        count: whole,
        rows: { type: 'array', items: changedRow },
        conflict_count: whole,
        conflicts: { type: 'array', items: conflict },
      }),
    }),
  },
})

type DescribeMore = (below: string, named: string, row: Schema) => ApiDescription['paths']

const id = (of: string) => pathParameter('id', `Identifier of the ${of}.`, { type: 'integer' })

/** Operations of `system/webhook` besides its records (docs/wire/webhooks.md). */
export const webhookPaths: DescribeMore = (below, named) => ({
  [`${below}/{id}/test`]: {
    parameters: [id('webhook')],
    post: operation(`test${named}Webhook`, 'Send a test to a webhook', {
      description: 'Returns the delivery once it has ended, with its outcome.',
      answer: { type: 'object' },
    }),
  },
})

export const webhookDeliveryPaths: DescribeMore = (below, named, row) => ({
  [`${below}/{id}/redeliver`]: {
    parameters: [id('delivery')],
    post: operation(`redeliver${named}WebhookDelivery`, 'Resend a message', { answer: row }),
  },
})

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
