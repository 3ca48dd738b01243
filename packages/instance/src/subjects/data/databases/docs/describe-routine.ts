import type { Engine } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import type { PathItem, Schema } from '@millwright/connector/openapi/openapi'
import { operation, queryParameter } from '@millwright/connector/openapi/operation'
import { typeSchema } from './column-schema.ts'

/** Describes a call of a stored procedure or function by its parameters (docs/wire/databases.md). */
export function routinePath(engine: Engine, routine: Routine, label: string, named: string): PathItem {
  const given = routine.params.filter(({ mode }) => mode !== 'OUT')
  const values = given.map((param) => [param.name, typeSchema(engine, param)] as const)
  const answer = answerOf(engine, routine)
  const params: Schema = { type: 'object', properties: Object.fromEntries(values) }
  return {
    get: operation(`get${named}`, `Call ${label} without a body`, {
      parameters: values.map(([name, schema]) => queryParameter(name, `Value of ${name}.`, schema)),
      answer,
    }),
    post: operation(`call${named}`, `Call ${label}`, { body: callBody(params), answer }),
  }
}

/** Describes any routine of a kind, with a placeholder for its name. */
export function anyRoutinePath(label: string, named: string, parameters: readonly object[]): PathItem {
  return {
    parameters,
    get: operation(`get${named}`, `Call ${label} without a body`, { answer: {} }),
    post: operation(`call${named}`, `Call ${label}`, { body: callBody({}), answer: {} }),
  }
}

function callBody(params: Schema): Schema {
  return {
    type: 'object',
    properties: {
      params,
      returns: { type: 'string', description: 'Reduces the result to its first value, with this type.' },
      schema: { type: 'object', description: 'Types by column and parameter.' },
      wrapper: { type: 'string', description: 'Name of the member with the rows.' },
    },
  }
}

function answerOf(engine: Engine, { answers, returnType }: Routine): Schema {
  if (answers !== 'value' || returnType === null) return {}
  return typeSchema(engine, { dbType: returnType, length: null, precision: null })
}
