import { checkEndpoint, type SourceService } from '@millwright/contract/custom-apis/check-plan'
import { shapeOf } from '@millwright/contract/custom-apis/endpoint-path'
import { invalid, Problem } from '@millwright/contract/problem'
import {
  customApiEndpointFields,
  customApiFields,
  customApiRevisionFields,
  customApiSourceFields,
  customApiStatuses,
  publishedEndpointFields,
} from '@millwright/contract/records/custom-api'
import type { PlanProblem } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'
import type { RowReading } from '../../../records/system/row-reading.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'

/** The type of the services that answer custom APIs. */
export const customApiType = 'api_builder'

const ofPublished = `SELECT 1 FROM "published_endpoint" AS "published"
    JOIN "custom_api_revision" AS "current" ON "current"."id" = "published"."revision_id"
   WHERE "current"."api_id" = "custom_api"."id" AND "current"."number" = "custom_api"."published_revision"`
const columnsOfEndpoint = [
  'label',
  'description',
  'execution_plan',
  'response_mapping',
  'request_schema',
  'response_schema',
]
const isAsPublished = ['method', 'path', ...columnsOfEndpoint]
  .map((name) => `coalesce("published"."${name}", '') = coalesce("draft"."${name}", '')`)
  .join(' AND ')
const activeDraft = '"draft"."api_id" = "custom_api"."id" AND "draft"."is_active" = 1'

/** The number of endpoints that are new, changed, or no longer there since the published revision. */
const changesSince = `((SELECT count(*) FROM "custom_api_endpoint" AS "draft" WHERE ${activeDraft}
    AND NOT EXISTS (${ofPublished} AND ${isAsPublished}))
  + (SELECT count(*) FROM "published_endpoint" AS "one" JOIN "custom_api_revision" AS "its" ON "its"."id" = "one"."revision_id"
    WHERE "its"."api_id" = "custom_api"."id" AND "its"."number" = "custom_api"."published_revision"
    AND NOT EXISTS (SELECT 1 FROM "custom_api_endpoint" AS "draft"
      WHERE ${activeDraft} AND "draft"."method" = "one"."method" AND "draft"."path" = "one"."path")))`

/** APIs composed of calls to services (docs/wire/custom-apis.md). */
export const customApi = declareTable({
  table: 'custom_api',
  label: 'Custom API',
  fields: customApiFields,
  authority: {
    columns: {
      name: 'plain',
      service_id: { names: 'service' },
      label: 'plain',
      description: 'plain',
      version: 'plain',
      status: 'runs later',
      metadata: 'plain',
      sunset: 'plain',
      base_path: 'decides',
      publish: 'runs later',
      publish_revision: 'runs later',
    },
  },
  columns: {
    name: { check: (value) => (isName(value) ? null : `name ${ofName}`) },
    status: {
      check: (value) =>
        (customApiStatuses as readonly unknown[]).includes(value)
          ? null
          : `status must be one of ${customApiStatuses.join(', ')}.`,
    },
    sunset: {
      accept: (sent) => (sent === '' ? null : sent),
      check: (value) => (isDay(String(value)) ? null : 'sunset must be a date such as 2030-01-31.'),
    },
    metadata: { check: (value) => (isRecord(value) || isEmptyList(value) ? null : 'metadata must be an object.') },
    service_id: { references: 'service' },
    base_path: {
      stored: false,
      select: '(SELECT "service"."name" FROM "service" WHERE "service"."id" = "custom_api"."service_id")',
    },
    has_changes: { stored: false, select: changesSince, read: (stored) => Number(stored) > 0 },
  },
  async check(tx, { values, previous }) {
    const id = values.service_id
    if (typeof id !== 'number' || id === previous?.service_id) return
    const service = await tx.first('SELECT "name", "type" FROM "service" WHERE "id" = ?', id)
    if (service?.type !== customApiType)
      throw invalid({ service_id: [`service_id must name a service of the type ${customApiType}.`] })
    const other = await tx.first('SELECT "id", "name" FROM "custom_api" WHERE "service_id" = ?', id)
    if (other !== undefined && other.id !== previous?.id)
      throw new Problem(409, `'${service.name}' is the address of the API '${String(other.name)}'.`)
  },
})

export const customApiEndpoint: DeclaredTable = declareTable({
  table: 'custom_api_endpoint',
  label: 'Custom API Endpoint',
  fields: customApiEndpointFields,
  authored: true,
  authority: {
    columns: {
      api_id: { names: 'custom_api' },
      method: 'runs later',
      path: 'runs later',
      label: 'plain',
      description: 'plain',
      is_active: 'runs later',
      execution_plan: 'runs later',
      response_mapping: 'runs later',
      policy: 'plain',
      request_schema: 'runs later',
      response_schema: 'plain',
      docs: 'plain',
    },
  },
  columns: {
    api_id: { references: 'custom_api' },
    method: { accept: (sent) => (typeof sent === 'string' ? sent.trim().toUpperCase() : sent) },
    path: { accept: (sent) => (typeof sent === 'string' ? `/${sent.trim().replace(/^\/+|\/+$/g, '')}` : sent) },
    execution_plan: { check: (value) => (isRecord(value) ? null : 'execution_plan must be an object.') },
  },
  async check(tx, { values, previous }, { kinds }) {
    const endpoint = { ...previous, ...values }
    await refuseShape(tx, endpoint)
    if (endpoint.is_active !== 1) return
    const services = await servicesOf(tx, Number(endpoint.api_id), kinds)
    const before = previous?.is_active === 1 ? new Set(problemsOf(previous, services).map(textOf)) : new Set()
    // What broke by itself does not keep anyone from changing the rest.
    const problems = problemsOf(endpoint, services).filter((each) => !before.has(textOf(each)))
    if (problems.length > 0) throw planProblem(problems)
  },
})

/** A 422 with all problems of a plan; it can only be saved inactive. */
export function planProblem(problems: readonly PlanProblem[]): Problem {
  const sentences = problems.slice(0, 20).map(textOf)
  return new Problem(422, sentences.join(' '), { context: { problems } })
}

const textOf = ({ message }: PlanProblem) => message

export interface ServicesOfApi {
  readonly sources: readonly SourceService[]
  /** The other services of the instance. */
  readonly others: readonly SourceService[]
}

/** The services that an API uses, and those that it does not. */
export async function servicesOf(
  { all }: Pick<Tx, 'all'>,
  apiId: number,
  kinds: Pick<RowReading['kinds'], 'of'>,
): Promise<ServicesOfApi> {
  const rows = await all(
    `SELECT "service"."name", "service"."type", "source"."id" AS "source" FROM "service"
       LEFT JOIN "custom_api_source" AS "source" ON "source"."service_id" = "service"."id" AND "source"."api_id" = ?`,
    apiId,
  )
  const { sources = [], others = [] } = Object.groupBy(rows, ({ source }) => (source === null ? 'others' : 'sources'))
  const named = ({ name, type }: Row) => {
    const { group = '', hasTransactions = false } = kinds.of(String(type)) ?? {}
    return { name: String(name), group, hasTransactions }
  }
  return { sources: sources.map(named), others: others.map(named) }
}

/** What has to be mended in a stored endpoint. */
export function problemsOf(row: Readonly<Row>, { sources, others }: ServicesOfApi): PlanProblem[] {
  const endpoint = {
    method: row.method,
    path: row.path,
    execution_plan: parsed(row.execution_plan),
    response_mapping: parsed(row.response_mapping),
    request_schema: parsed(row.request_schema),
    docs: parsed(row.docs),
  }
  return checkEndpoint(endpoint, sources, others)
}

const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : null)

/** Throws a 409 if another endpoint of the API answers the same requests. */
async function refuseShape(tx: Tx, { id, api_id, method, path }: Row): Promise<void> {
  const rows = await tx.all(
    'SELECT "id", "path" FROM "custom_api_endpoint" WHERE "api_id" = ? AND "method" = ?',
    api_id,
    method,
  )
  const shape = shapeOf(String(path))
  const same = rows.find((row) => row.id !== id && shapeOf(String(row.path)) === shape)
  if (same !== undefined)
    throw new Problem(
      409,
      `${String(method)} ${String(path)} is the same request as ${String(method)} ${String(same.path)}.`,
    )
}

export const customApiSource: DeclaredTable = declareTable({
  table: 'custom_api_source',
  label: 'Custom API Source',
  fields: customApiSourceFields,
  audit: 'none',
  authority: { columns: { api_id: { names: 'custom_api' }, service_id: { names: 'service' } } },
  columns: { api_id: { references: 'custom_api' }, service_id: { references: 'service' } },
  async check(tx, { values, previous }) {
    const { id, api_id, service_id } = { ...previous, ...values }
    const sql = 'SELECT "id" FROM "custom_api_source" WHERE "api_id" = ? AND "service_id" = ?'
    const other = await tx.first(sql, api_id, service_id)
    if (other !== undefined && other.id !== id) throw new Problem(409, 'The API uses this service already.')
  },
})

/** Where the records of a table can be read by themselves. */
const readableAt = (
  table: 'custom_api' | 'custom_api_endpoint' | 'custom_api_source' | 'custom_api_revision',
): ReadAt => ({
  table,
  column: 'id',
  places: [{ name: table, scope: { values: {} } }],
})

export const customApiRecords = readableAt('custom_api')
export const customApiEndpointRecords = readableAt('custom_api_endpoint')
export const customApiSourceRecords = readableAt('custom_api_source')
export const customApiRevisionRecords = readableAt('custom_api_revision')

export const customApiRevision: DeclaredTable = declareTable({
  table: 'custom_api_revision',
  label: 'Custom API Revision',
  fields: customApiRevisionFields,
  audit: 'none',
  authority: 'instance',
})

export const publishedEndpoint: DeclaredTable = declareTable({
  table: 'published_endpoint',
  label: 'Published Endpoint',
  fields: publishedEndpointFields,
  audit: 'none',
  auditedAs: null,
  authority: 'instance',
})

const ofName = 'must be letters, digits, underscores and dashes.'
const isName = (value: unknown) => /^[A-Za-z0-9_-]+$/.test(String(value))
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
