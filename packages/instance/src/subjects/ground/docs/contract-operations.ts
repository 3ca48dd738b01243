import {
  type Describe,
  members,
  operation,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { contractEnforcements, contractModes, driftSeverities } from '@millwright/contract/wire/schema-contract'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const wholeOrNull: Schema = { type: ['integer', 'null'] }
const flag: Schema = { type: 'boolean' }
const object: Schema = { type: 'object' }
const arrayOf = (items: Schema): Schema => ({ type: 'array', items })

const mode: Schema = { type: 'string', enum: [...contractModes] }
const counts = members({ active: whole, archived: whole, total: whole })
const settings = {
  mode,
  runtime_enforcement: { type: 'string', enum: [...contractEnforcements] },
  archive_retention_count: { ...wholeOrNull, description: 'Number of archived snapshots per table; null: all.' },
} as const satisfies Record<string, Schema>
const severities = Object.fromEntries(driftSeverities.map((each) => [`${each}_count`, whole]))
const summary = members({ ...severities, total_changes: whole })
const flags = { has_drift: flag, has_breaking: flag, summary: { ...summary, type: ['object', 'null'] } } as const
const change = members({
  severity: { type: 'string', enum: [...driftSeverities] },
  kind: text,
  path: text,
  table: text,
  detail: object,
})
const compared = { ...flags, changes: arrayOf(change), candidate: { type: ['object', 'null'] } } as const
const contract = members({
  service: text,
  ...settings,
  snapshot_counts: counts,
  latest_promotion: textOrNull,
  drift: { type: ['object', 'null'] },
  describe_error: text,
})
const snapshot = members({
  id: whole,
  service_id: whole,
  service_name: text,
  table_catalog: textOrNull,
  table_schema: textOrNull,
  table_name: text,
  object_type: text,
  contract_version: whole,
  schema_hash: text,
  status: { type: 'string', enum: ['active', 'archived'] },
  created_date: text,
  last_modified_date: text,
  lock_result: { enum: ['locked', 'promoted', 'no_change', null] },
  schema: object,
})

/** `system/schema_contract` (docs/wire/schema-contracts.md). */
export const contractOperations: Describe = (below) => {
  const service = `${below}/{service}`
  const table = `${service}/tables/{table}`
  const inService = [pathParameter('service', 'Name of a service with tables.')]
  const inTable = [...inService, pathParameter('table', 'Name of a table.')]
  const change = { body: members(settings), answer: contract }
  return {
    [below]: {
      get: operation('getSchemaContracts', 'List services and how many of their tables are locked', {
        parameters: [
          queryParameter('drift', '`last`: includes the last known drift of each, without querying a database.', text),
        ],
        answer: members({ summary: object, services: arrayOf(object) }),
      }),
    },
    [service]: {
      parameters: inService,
      get: operation('getSchemaContract', 'Read the contract of a service', { answer: contract }),
      put: operation('replaceSchemaContract', 'Update the contract of a service (same as PATCH)', change),
      patch: operation('updateSchemaContract', 'Change the contract of a service', change),
      delete: operation('deleteSchemaContract', 'Unlock all tables of a service', {
        answer: members({ service: text, result: text, snapshots_archived: whole, service_config_removed: flag }),
      }),
    },
    [`${service}/promote`]: {
      parameters: inService,
      post: operation('promoteSchemaContract', 'Accept non-breaking changes into the locks', {
        answer: members({
          service: text,
          mode,
          summary: object,
          promoted: arrayOf(members({ table: text, from_version: whole, to_version: whole })),
          needs_review: arrayOf(members({ table: text, version: whole, reason: text, has_breaking: flag, summary })),
          skipped_no_drift: arrayOf(text),
        }),
      }),
    },
    [`${service}/diff`]: {
      parameters: inService,
      get: operation('diffSchemaContract', 'Compare locked tables with the database', {
        parameters: [queryParameter('include', '`candidate` adds the current shapes.')],
        answer: members({
          service: text,
          checked_at: text,
          active_snapshot_count: whole,
          summary: object,
          tables: arrayOf(object),
        }),
      }),
    },
    [`${service}/openapi`]: {
      parameters: inService,
      get: operation('getSchemaContractOpenApi', 'Read the shapes of all tables as JSON Schema', {
        answer: members({ service: text, mode, components: object, sources: object }),
      }),
    },
    [`${service}/tables`]: {
      parameters: inService,
      get: operation('getContractTables', 'List tables, locked or not', {
        answer: members({ service: text, mode, summary: object, tables: arrayOf(object), describe_error: textOrNull }),
      }),
    },
    [`${table}`]: {
      parameters: inTable,
      delete: operation('unlockTable', 'Unlock a table', {
        answer: members({ result: text, archived_snapshot_id: whole, archived_snapshot_version: whole }, 'result'),
      }),
    },
    [`${table}/lock`]: {
      parameters: inTable,
      post: operation('lockTable', 'Lock the current shape of a table', {
        parameters: [queryParameter('force', 'Also with breaking changes.', flag)],
        answer: snapshot,
      }),
    },
    [`${table}/test`]: {
      parameters: inTable,
      post: operation('testTableLock', 'Preview locking a table', {
        answer: members({
          service: text,
          table: text,
          checked_at: text,
          would_be_version: whole,
          would_be_action: text,
          active_snapshot_version: wholeOrNull,
          active_snapshot_hash: textOrNull,
          candidate_hash: text,
          ...compared,
        }),
      }),
    },
    [`${table}/diff`]: {
      parameters: inTable,
      get: operation('diffTable', 'Compare a locked table with the database', {
        answer: members({
          service: text,
          table: text,
          active_snapshot_version: whole,
          active_snapshot_hash: text,
          ...compared,
        }),
      }),
    },
    [`${table}/snapshot`]: {
      parameters: inTable,
      get: operation('getTableSnapshot', 'Read the locked shape of a table', { answer: snapshot }),
    },
    [`${table}/snapshots`]: {
      parameters: inTable,
      get: operation('getTableSnapshots', 'List all versions of a locked shape', {
        answer: members({ service: text, table: text, versions: arrayOf(object) }),
      }),
    },
    [`${table}/snapshots/{version}`]: {
      parameters: [...inTable, pathParameter('version', 'Number of a version.', whole)],
      get: operation('getTableSnapshotVersion', 'Read one version of a locked shape', { answer: snapshot }),
    },
    [`${table}/openapi`]: {
      parameters: inTable,
      get: operation('getTableOpenApi', 'Read the shape of a table as JSON Schema', {
        answer: members({ source: text, snapshot_version: wholeOrNull, schema_name: text, schema: object }),
      }),
    },
  }
}
