import type { Engine } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import {
  type ApiDescription,
  json,
  listOf,
  operation,
  type PathItem,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
  schemaRef,
} from '@millwright/connector/openapi'
import { paced } from '../../../../platform/yielder.ts'
import type { DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { queryComponents, queryRefs, sharedComponents } from '../../../ground/docs/shared-components.ts'
import { wireName } from '../schema/names.ts'
import { typeSchema } from './column-schema.ts'
import { databaseSchemas } from './database-schemas.ts'
import { documentedNames, recordsPaths, type TableNames, tableSchemas } from './describe-table.ts'

/** Describes a call of a stored procedure or function by its parameters (docs/wire/databases.md). */
function routinePath(engine: Engine, routine: Routine, label: string, named: string): PathItem {
  const inputs = routine.params.filter(({ mode }) => mode !== 'OUT')
  const values = inputs.map((param) => [param.name, typeSchema(engine, param)] as const)
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
function anyRoutinePath(label: string, named: string, parameters: readonly object[]): PathItem {
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

export interface DescribedDatabase {
  readonly serviceId: number
  readonly engine: Engine
  readonly tables: readonly DescribedTable[]
  /** `null`: the engine does not support routines. */
  readonly routines: readonly Routine[] | null
  /** Whether tables are described briefly, as many of them have to be. */
  readonly isBrief: boolean
}

type Paths = Record<string, PathItem>

const anyTable = pathParameter('table_name', 'Name of the table.')

/** Describes a database by its schema: any table by a placeholder, and each table and routine under its own name. Other tasks run during it. */
export async function describeDatabase(service: string, database: DescribedDatabase): Promise<ApiDescription> {
  const { tables, routines, engine, isBrief } = database
  const named = pascal(service)
  const taken = [...Object.keys(sharedComponents.schemas ?? {}), ...Object.keys(databaseSchemas)]
  const names = documentedNames(tables, named, taken)
  const isInside = ({ refServiceId }: DescribedRelation) => refServiceId === database.serviceId
  const schemas: Record<string, Schema> = { ...databaseSchemas }
  const guarded = new Map<string, string>()
  const paths: Paths = partPaths(named)
  for await (const table of paced(tables)) {
    const own = names.get(table.name)
    if (own === undefined) continue
    const linked = (relation: DescribedRelation) => (isInside(relation) ? names.get(relation.refTable)?.row : undefined)
    const ownSchemas = tableSchemas(table, own, { engine, linked, isBrief })
    Object.assign(schemas, ownSchemas)
    Object.assign(paths, recordsPaths(own, { parameters: [], isBrief, isReadOnly: table.refusesWrites === true }))
    for (const name of Object.keys(ownSchemas)) guarded.set(name, own.path)
  }
  for (const routine of firstOfEach(routines ?? [])) {
    const path = `/${routine.kind === 'procedure' ? '_proc' : '_func'}/${encodeURIComponent(wireName(routine))}`
    const kind = routine.kind === 'procedure' ? 'Procedure' : 'Function'
    paths[path] = routinePath(engine, routine, wireName(routine), `${named}${pascal(wireName(routine))}${kind}`)
  }
  Object.assign(paths, anyPaths(named, routines !== null))
  return { paths, components: { ...components, schemas }, guarded }
}

const components = {
  parameters: { ...queryComponents.parameters, record: pathParameter('id', 'Identifier of the record.') },
  requestBodies: {
    RecordsRequest: { description: 'Records of a table.', required: true, content: json(schemaRef('RecordsRequest')) },
    RecordRequest: { description: 'A record of a table.', required: true, content: json(schemaRef('RecordRequest')) },
  },
  responses: {
    RecordsResponse: { description: 'Records of a table.', content: json(schemaRef('RecordsResponse')) },
    RecordResponse: { description: 'A record of a table.', content: json(schemaRef('RecordResponse')) },
  },
}

/** Names for the records of any table. */
const anyRecords: Omit<TableNames, 'operation'> = {
  path: '/_table/{table_name}',
  record: 'RecordResponse',
  row: 'RecordResponse',
  list: 'RecordsResponse',
  fresh: 'RecordRequest',
  label: 'a table',
}

const list = { parameters: queryRefs('fields', 'as_list', 'schema', 'refresh'), answer: schemaRef('ResourceList') }

function partPaths(named: string): Paths {
  return {
    '/': { get: operation(`get${named}Resources`, 'List the resources of the database', list) },
    '/_table': { get: operation(`get${named}Tables`, 'List tables', list) },
  }
}

/** Returns the paths with placeholders for tables, routines and `_schema`, listed after the more useful ones with names. */
function anyPaths(named: string, hasRoutines: boolean): Paths {
  return {
    ...recordsPaths({ ...anyRecords, operation: named }, { parameters: [anyTable], isBrief: false, isReadOnly: false }),
    ...(hasRoutines ? routinePaths(named) : {}),
    ...schemaPaths(named),
  }
}

/** Returns the paths of `_schema` (docs/wire/schema.md). */
function schemaPaths(named: string): Paths {
  const table = schemaRef('TableSchema')
  const tables = schemaRef('TableSchemas')
  const parameters = queryRefs('fields')
  const write = { parameters, body: tables, answer: tables }
  const writeOne = { parameters, body: table, answer: table }
  return {
    '/_schema': {
      get: operation(`get${named}Schemas`, 'List or describe tables', {
        parameters: queryRefs('fields', 'as_list', 'schema', 'ids', 'refresh'),
        answer: orNames(tables),
      }),
      post: operation(`create${named}Tables`, 'Create tables', write),
      put: operation(`replace${named}Tables`, 'Replace tables, dropping fields that are not sent', write),
      patch: operation(`update${named}Tables`, 'Change tables', write),
      delete: operation(`delete${named}Tables`, 'Drop tables', { parameters: queryRefs('ids'), answer: tables }),
    },
    '/_schema/{table_name}': {
      parameters: [anyTable],
      get: operation(`describe${named}Table`, 'Describe a table', { parameters: queryRefs('refresh'), answer: table }),
      post: operation(`change${named}Table`, 'Update a table (same as PATCH)', writeOne),
      put: operation(`replace${named}Table`, 'Replace a table, dropping fields that are not sent', writeOne),
      patch: operation(`update${named}Table`, 'Change a table', writeOne),
      delete: operation(`delete${named}Table`, 'Drop a table'),
    },
    ...partOfTable(named, '_field', 'Field', 'field_name'),
    ...partOfTable(named, '_related', 'Relationship', 'relationship_name'),
  }
}

/** A list, or the names in it for a request with `as_list`. */
function orNames(list: Schema): Schema {
  return { anyOf: [list, schemaRef('Keys')] }
}

/** Returns the paths for the fields of a table, or its relationships. */
function partOfTable(named: string, segment: string, thing: 'Field' | 'Relationship', parameter: string): Paths {
  const label = thing.toLowerCase()
  const kind = `${named}${thing}`
  const one = schemaRef(`${thing}Schema`)
  const many = schemaRef(`${thing}Schemas`)
  const parameters = queryRefs('fields')
  const write = { parameters, body: many, answer: many }
  const writeOne = { parameters, body: one, answer: one }
  return {
    [`/_schema/{table_name}/${segment}`]: {
      parameters: [anyTable],
      get: operation(`get${kind}s`, `List ${label}s of a table`, {
        parameters: queryRefs('fields', 'as_list', 'ids', 'refresh'),
        answer: orNames(many),
      }),
      post: operation(`create${kind}s`, `Add ${label}s to a table`, write),
      put: operation(`replace${kind}s`, `Update ${label}s of a table (same as PATCH)`, write),
      patch: operation(`update${kind}s`, `Change ${label}s of a table`, write),
      delete: operation(`delete${kind}s`, `Drop ${label}s of a table`, { parameters: queryRefs('ids') }),
    },
    [`/_schema/{table_name}/${segment}/{${parameter}}`]: {
      parameters: [anyTable, pathParameter(parameter, `Name of the ${label}.`)],
      get: operation(`describe${kind}`, `Describe a ${label}`, { parameters: queryRefs('refresh'), answer: one }),
      put: operation(`replace${kind}`, `Update a ${label} (same as PATCH)`, writeOne),
      patch: operation(`update${kind}`, `Change a ${label}`, writeOne),
      delete: operation(`delete${kind}`, `Drop a ${label}`),
    },
  }
}

function routinePaths(named: string): Paths {
  const parameters = queryRefs('fields', 'as_list', 'ids', 'schema', 'refresh')
  const answer = listOf({ type: ['object', 'string'] })
  const procedure = pathParameter('procedure_name', 'Name of the procedure.')
  const fn = pathParameter('function_name', 'Name of the function.')
  return {
    '/_proc': { get: operation(`get${named}StoredProcedures`, 'List stored procedures', { parameters, answer }) },
    '/_proc/{procedure_name}': anyRoutinePath('a stored procedure', `${named}StoredProcedure`, [procedure]),
    '/_func': { get: operation(`get${named}StoredFunctions`, 'List stored functions', { parameters, answer }) },
    '/_func/{function_name}': anyRoutinePath('a stored function', `${named}StoredFunction`, [fn]),
  }
}

/** Returns the first of several routines with the same name. */
function firstOfEach(routines: readonly Routine[]): readonly Routine[] {
  return [
    ...new Map(routines.map((each) => [`${each.kind} ${wireName(each)}`, each] as const).toReversed()).values(),
  ].sort((a, b) => (wireName(a) < wireName(b) ? -1 : 1))
}
