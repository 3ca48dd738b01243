import { type Components, json, type Ref, type Schema, schemaRef } from '@millwright/connector/openapi'
import type { Field } from '@millwright/contract/records/field'

const recordTypes: Readonly<Record<Field['type'], Schema>> = {
  id: { type: 'integer' },
  integer: { type: 'integer' },
  string: { type: 'string' },
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string' },
  json: {},
}

/** Returns the schema of a field in a record of the instance itself. */
export function recordFieldSchema({ type, mode, max, nullable, label }: Field): Schema {
  return {
    ...orNull(recordTypes[type], nullable !== false),
    ...(label === undefined ? {} : { title: label }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(mode === 'readOnly' ? { readOnly: true } : {}),
    ...(mode === 'writeOnly' || mode === 'command' ? { writeOnly: true } : {}),
  }
}

/** Allows null, if the field is nullable. */
export function orNull(schema: Schema, nullable: boolean): Schema {
  if (!nullable || schema.type === undefined) return schema
  return { ...schema, type: [schema.type, 'null'].flat() }
}

/** Components common to all documents (docs/wire/errors.md). */
export const sharedComponents: Components = {
  schemas: {
    Success: { type: 'object', properties: { success: { type: 'boolean' } } },
    Error: {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'integer', description: 'The status, or 1000 for a batch in which records failed.' },
            context: { description: 'Details of the error, such as messages by field.' },
            message: { type: 'string' },
            status_code: { type: 'integer' },
            request_id: { type: 'string', description: 'Identifier of the request in the log.' },
          },
          required: ['code', 'message'],
        },
        is_root_admin: { type: 'boolean', description: 'False where a session is required.' },
      },
      required: ['error'],
    },
    ResourceList: {
      type: 'object',
      properties: { resource: { type: 'array', items: { type: ['object', 'string', 'number'] } } },
      required: ['resource'],
    },
  },
  responses: {
    Success: { description: 'Done.', content: json(schemaRef('Success')) },
    Error: { description: 'Refused; the message says why.', content: json(schemaRef('Error')) },
    ResourceList: { description: 'A list, or the names in it.', content: json(schemaRef('ResourceList')) },
  },
}

const sharedNames = new Set(Object.values(sharedComponents).flatMap(Object.keys))

export function isSharedComponent(name: string): boolean {
  return sharedNames.has(name)
}

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer', minimum: 0 }
const flag: Schema = { type: 'boolean' }
const words: Schema = { type: 'array', items: { type: 'string' } }

/** Query parameters common to many operations (docs/wire/requests.md). */
const queries = {
  fields: [words, 'Fields to return; * for all.'],
  related: [words, 'Relations to embed; * for all.'],
  filter: [text, 'Condition on records, such as (name like "A%") and (id > 5).'],
  limit: [whole, 'Maximum number of records to return.'],
  offset: [whole, 'Records to skip.'],
  order: [text, 'Fields to sort by, each with asc or desc.'],
  group: [words, 'Fields to group by.'],
  ids: [words, 'Identifiers of records.'],
  id_field: [words, 'Fields that identify records, instead of the primary key.'],
  include_count: [flag, 'Adds the total number of matching records.'],
  include_schema: [flag, 'Adds a description of the fields.'],
  count_only: [flag, 'Returns only the number of records.'],
  estimate: [
    flag,
    'With count_only: returns the estimate of the database instead of counting more than 100,000 records.',
  ],
  continue: [flag, 'Continues after a record fails.'],
  rollback: [flag, 'Rolls back all records when one fails.'],
  force: [flag, 'Confirms that all records are affected.'],
  refresh: [flag, 'Bypass the cache.'],
  as_list: [flag, 'Returns only names or identifiers.'],
  schema: [text, 'Restricts to this schema of the database.'],
  file: [text, 'Returns a file with this name.'],
} as const satisfies Record<string, readonly [Schema, string]>

export type QueryName = keyof typeof queries

export function queryRefs(...names: readonly QueryName[]): Ref[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** What lists return instead of records. */
export const keySchemas: Readonly<Record<string, Schema>> = {
  Keys: {
    type: 'object',
    description: 'Only identifiers, for as_list.',
    properties: { resource: { type: 'array', items: { type: ['integer', 'number', 'string', 'boolean', 'null'] } } },
    required: ['resource'],
  },
  Count: { type: 'integer', description: 'Number of matching records, for count_only.' },
}

/** What a table returns for `count_only` with `estimate`. */
export const estimatedCount: Schema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    estimated: { type: 'boolean', description: 'Whether the database estimated the number.' },
  },
  required: ['count', 'estimated'],
}

/** A list of records, with the alternatives for `as_list` and `count_only`. */
export function listAnswer(list: Schema): Schema {
  return { anyOf: [list, schemaRef('Keys'), schemaRef('Count')] }
}

/** All of `queryRefs`; documents include those that they use. */
export const queryComponents: Components = {
  parameters: Object.fromEntries(
    Object.entries(queries).map(([name, [schema, description]]) => [
      name,
      { name, in: 'query', description, style: 'form', explode: false, schema },
    ]),
  ),
}
