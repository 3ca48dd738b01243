import type { Schema } from '@millwright/connector/openapi/openapi'
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
