import {
  type Describe,
  listOf,
  members,
  operation,
  type Parameter,
  pathParameter,
  queryParameter,
  type Ref,
  type Schema,
} from '@millwright/connector/openapi'
import { queryRefs } from './shared-components.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: 'boolean' }

const eventEntry = members(
  {
    type: { type: 'string', enum: ['api', 'service'] },
    endpoints: { type: 'array', items: text, description: 'Names of events.' },
    parameter: {
      type: ['object', 'null'],
      description: 'Known values by placeholder.',
      additionalProperties: { type: 'array', items: text },
    },
  },
  'type',
  'endpoints',
)

const eventsByService: Schema = {
  type: 'object',
  description: 'Entries by service and path.',
  additionalProperties: { type: 'object', additionalProperties: eventEntry },
}

const events: Describe = (below, named) => ({
  [below]: {
    get: operation(`get${named}Events`, 'List the events of services', {
      description: 'With as_list or services_only, the answer is a list of names.',
      parameters: [
        queryParameter('service', 'Restricts to the events of this service.'),
        queryParameter('scriptable', 'Includes the events with a phase: before, after and queued.', flag),
        ...queryRefs('as_list'),
        queryParameter('services_only', 'Returns only the names of services with events.', flag),
      ],
      answer: { anyOf: [eventsByService, listOf(text)] },
    }),
  },
})

const serviceType = members(
  {
    name: text,
    label: text,
    description: text,
    group: text,
    singleton: flag,
    dependencies_required: {},
    subscription_required: textOrNull,
    service_definition_editable: flag,
    unavailable_reason: { type: ['string', 'null'] },
    trial: { type: ['string', 'null'] },
    available: flag,
    config_schema: { type: ['array', 'null'], items: { type: 'object' } },
  },
  'name',
)

const scriptType = members(
  {
    name: text,
    label: text,
    description: text,
    sandboxed: flag,
    supports_inline_execution: flag,
    available: flag,
    version: textOrNull,
  },
  'name',
)

const mail = members(
  { id: text, date: text, to: text, subject: text, body_text: text, body_html: text },
  'id',
  'date',
  'to',
  'subject',
)

/** Describes a read-only list and its items. `one` and `many` complete operation ids. */
function readOnlyList(
  [one, many]: readonly [string, string],
  [label, plural]: readonly [string, string],
  row: Schema,
  parameters: readonly (Parameter | Ref)[],
): Describe {
  return (below, named) => ({
    [below]: {
      get: operation(`get${named}${many}`, `List ${plural}`, {
        parameters,
        answer: listOf({ anyOf: [row, text] }, { meta: { type: 'object' } }),
      }),
    },
    [`${below}/{name}`]: {
      parameters: [pathParameter('name', `Which ${label}.`)],
      get: operation(`get${named}${one}`, `Read one ${label}`, { answer: row }),
    },
  })
}

const named = queryRefs('fields', 'as_list')

/** Resources that are lists without a table, by name. */
export const listedOperations: ReadonlyMap<string, Describe> = new Map([
  ['event', events],
  [
    'service_type',
    readOnlyList(['ServiceType', 'ServiceTypes'], ['service type', 'service types'], serviceType, [
      queryParameter('group', 'Restricts to these groups.'),
      ...named,
    ]),
  ],
  ['script_type', readOnlyList(['ScriptType', 'ScriptTypes'], ['script type', 'script types'], scriptType, named)],
  [
    'outbox',
    readOnlyList(
      ['OutboxMail', 'OutboxMails'],
      ['outbox mail', 'outbox mails'],
      mail,
      queryRefs('order', 'limit', 'offset', 'include_count'),
    ),
  ],
])
