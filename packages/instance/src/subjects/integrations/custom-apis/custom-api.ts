import { invalid, Problem } from '@millwright/contract/problem'
import { designerName } from '@millwright/contract/records/execution-plan'
import { rejectScriptChangeByProgram } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { Key } from '../../../records/system/dialect.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Relation } from '../../../records/system/relation.ts'
import { type Row, transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import {
  customApi,
  customApiEndpoint,
  customApiEndpointRecords,
  customApiRevision,
  customApiRevisionRecords,
  customApiSource,
  customApiSourceRecords,
  customApiType,
  problemsOf,
  servicesOf,
} from '../../ground/models/custom-api-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { serviceRecords, service as serviceTable } from '../../ground/models/service-model.ts'
import type { DeleteStep, PreparedChange, ResourceDeclaration, WriteStep } from '../../ground/system/resource.ts'
import { createWriter, type Writer } from '../../ground/system/writer.ts'
import { serviceResource } from '../../services/registry/service.ts'
import type { CallParts } from './call-endpoint.ts'
import { idsWritten, type LookedUpNames, planOf, plansSent } from './missing-names.ts'
import { runExamples } from './run-examples.ts'

const endpoints = 'custom_api_endpoint_by_api_id'
const sources = 'custom_api_source_by_api_id'

const relations: readonly Relation[] = [
  {
    kind: 'belongsTo',
    name: 'service_by_service_id',
    column: 'service_id',
    target: serviceTable,
    readAt: serviceRecords,
  },
  { kind: 'hasMany', name: sources, foreignKey: 'api_id', target: customApiSource, readAt: customApiSourceRecords },
  {
    kind: 'hasMany',
    name: endpoints,
    foreignKey: 'api_id',
    target: customApiEndpoint,
    readAt: customApiEndpointRecords,
  },
  {
    kind: 'hasMany',
    name: 'custom_api_revision_by_api_id',
    foreignKey: 'api_id',
    target: customApiRevision,
    readAt: customApiRevisionRecords,
    readOnly: true,
  },
  ...peopleWhoWrote,
]

/** `system/custom_api` (docs/wire/custom-apis.md): each API has a service, whose name is its address. */
export function customApiDeclaration(parts: Parts, names: LookedUpNames, calling: CallParts): ResourceDeclaration {
  const services = createWriter(serviceResource, parts)
  return {
    name: 'custom_api',
    label: 'Custom APIs',
    description: 'APIs composed of calls to services, without code.',
    travels: {
      key: 'name',
      nested: [
        { relation: sources, as: 'sources', sameBy: ['service_id'] },
        { relation: endpoints, as: 'endpoints', sameBy: ['method', 'path'] },
      ],
      files: { folder: 'apis' },
    },
    declared: customApi,
    scope: { values: {} },
    relations,
    async prepare({ values, body, request }) {
      if (flag(request.params, 'publish') || body.publish === true) {
        rejectScriptChangeByProgram(request.caller)
        await tryExamples(idsWritten(request, body.id), request, parts, calling)
      }
      await names.look(request, await plansToPublish(parts, { values, body, request }))
    },
    async beforeWrite(step) {
      await address(step, services)
      await choosePublication(step, isPublishing(step))
    },
    afterWrite: (step) => storeRevision(step, names),
    // A folder of configuration has the service as a record of its own.
    beforeDelete: async (step) => (step.request.appliesConfig === true ? undefined : deleteService(step, services)),
  }
}

/**
 * Clients that know no revisions publish by saving the status, and files of configuration by what they contain; others ask for it.
 */
function isPublishing({ request, body, values, previous }: WriteStep): boolean {
  if (flag(request.params, 'publish') || body.publish === true || body.status === 'published') return true
  const isPublished = (values.status ?? previous?.status) === 'published'
  return isPublished && (body[endpoints] !== undefined || body[sources] !== undefined)
}

/** Creates or renames the service of an API. */
async function address({ tx, log, request, values, previous, body }: WriteStep, services: Writer): Promise<void> {
  const basePath = typeof body.base_path === 'string' ? body.base_path.trim().replace(/^\/+|\/+$/g, '') : null
  const write = { tx, log, request }
  const id = values.service_id ?? previous?.service_id ?? null
  if (id === null) {
    if (previous !== null && basePath === null) return
    const name = basePath ?? String(values.name)
    await refuseTaken(tx, name)
    const label = values.label ?? previous?.label ?? values.name ?? previous?.name
    const description = String(values.description ?? previous?.description ?? '').slice(0, 255)
    const draft = { name, label, description, type: customApiType, is_active: true, config: {} }
    const newService = await services.create(await services.prepare(draft, true, request), write)
    values.service_id = Number(newService.id)
    return
  }
  if (basePath === null || values.service_id !== undefined) return
  const current = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', id)
  if (current === undefined || current.name === basePath) return
  await refuseTaken(tx, basePath, Number(id))
  await services.update(Number(id), await services.prepare({ name: basePath }, false, request), write)
}

async function refuseTaken(tx: WriteStep['tx'], name: string, except: number | null = null): Promise<void> {
  if (name.toLowerCase() === designerName)
    throw new Problem(409, `base_path: '${name}' is the name of the service that APIs are made with.`)
  const other: Row | undefined = await tx.first(
    'SELECT "id" FROM "service" WHERE lower("name") = ?',
    name.toLowerCase(),
  )
  if (other !== undefined && Number(other.id) !== except)
    throw new Problem(409, `base_path: there is a service '${name.slice(0, 64)}' already.`)
}

async function deleteService({ tx, log, request, previous, id }: DeleteStep, services: Writer): Promise<void> {
  const serviceId = previous.service_id
  if (typeof serviceId !== 'number') return
  await tx.all('UPDATE "custom_api" SET "service_id" = NULL WHERE "id" = ?', id)
  await services.remove(serviceId, { tx, log, request })
}

/**
 * Sets the revision that callers get from this write on: a new one, or an earlier one by its number. Throws a 400 for a number that the API
 * does not have.
 */
async function choosePublication({ tx, values, previous, body, request }: WriteStep, isNew: boolean): Promise<void> {
  const id = previous?.id ?? 0
  const { publish_revision: number = null } = body
  if (number === null && !isNew) return
  rejectScriptChangeByProgram(request.caller)
  if (number !== null) {
    const sql = 'SELECT "id" FROM "custom_api_revision" WHERE "api_id" = ? AND "number" = ?'
    if (!Number.isInteger(number) || (await tx.first(sql, id, number)) === undefined)
      throw invalid({ publish_revision: [`publish_revision: the API has no revision ${String(number).slice(0, 20)}.`] })
    Object.assign(values, { published_revision: number, status: 'published' })
  } else {
    const sql = 'SELECT max("number") AS "number" FROM "custom_api_revision" WHERE "api_id" = ?'
    const last = Number((await tx.first(sql, id))?.number ?? 0)
    Object.assign(values, { published_revision: last + 1, status: 'published' })
  }
}

const copied =
  '"method", "path", "label", "description", "execution_plan", "response_mapping", "request_schema", "response_schema", "author_id", "author_app_id"'

/**
 * Stores the chosen revision if it is new: the active endpoints as they are, with their authors. Throws a 422 if there are none, or if one
 * has to be mended.
 */
async function storeRevision(step: WriteStep & { readonly id: Key }, names: LookedUpNames): Promise<void> {
  const { tx, id, values, previous, request, parts, log } = step
  log.changed('custom_api', Number(id))
  const number = values.published_revision
  if (typeof number !== 'number') return
  const known = await tx.first('SELECT "id" FROM "custom_api_revision" WHERE "api_id" = ? AND "number" = ?', id, number)
  if (known !== undefined) {
    const frozen = await tx.all('SELECT * FROM "published_endpoint" WHERE "revision_id" = ?', known.id)
    await refuseBroken(step, frozen, names)
    return
  }
  const active = await tx.all('SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1', id)
  if (active.length === 0) throw new Problem(422, 'The API has no active endpoint that could be published.')
  await refuseBroken(step, active, names)
  const revisionRow = await tx.first(
    `INSERT INTO "custom_api_revision" ("api_id", "number", "version", "created_date", "created_by_id")
       VALUES (?, ?, ?, ?, ?) RETURNING "id"`,
    id,
    number,
    values.version ?? previous?.version ?? '0.1.0',
    isoMicros(parts.clock()),
    request.caller.user?.id ?? null,
  )
  await tx.all(
    `INSERT INTO "published_endpoint" ("revision_id", ${copied})
       SELECT ${Number(revisionRow?.id)}, ${copied} FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1`,
    id,
  )
}

/** Runs the examples of the active endpoints of APIs that are published on request, and not by files or packages for another place. */
async function tryExamples(
  ids: readonly number[],
  request: ApiRequest,
  parts: Parts,
  calling: CallParts,
): Promise<void> {
  const dialect = dialectOf(parts.store.engine)
  const stored = transactionOf(dialect, parts.store.statements)
  for (const id of new Set(ids)) {
    const sql =
      'SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1 AND "docs" IS NOT NULL ORDER BY "id"'
    const rows = await stored.all(sql, id)
    if (rows.length > 0) await runExamples(rows, await servicesOf(stored, id, parts.kinds), request, calling)
  }
}

/** The stored plans that a request may make live: those of active endpoints, of those that are sent with the API, and of an earlier revision. */
async function plansToPublish(
  { store }: Pick<Parts, 'store'>,
  { values, body, request }: Pick<PreparedChange, 'values' | 'body' | 'request'>,
): Promise<unknown[]> {
  const sent = plansSent(body[endpoints])
  const { publish_revision: number = null } = body
  const mayPublish = flag(request.params, 'publish') || body.publish === true || body.status === 'published'
  if (!mayPublish && number === null && body[sources] === undefined) return sent
  const dialect = dialectOf(store.engine)
  const stored = transactionOf(dialect, store.statements)
  const among = `"custom_api"."name" = ? OR ${dialect.among('"custom_api"."id"', 'number')}`
  const api = [String(values.name ?? ''), dialect.list(idsWritten(request, body.id))]
  const active = await stored.all(
    `SELECT "execution_plan" FROM "custom_api_endpoint" JOIN "custom_api" ON "custom_api"."id" = "api_id"
      WHERE "is_active" = 1 AND (${among})`,
    ...api,
  )
  const earlier = Number.isInteger(number)
    ? await stored.all(
        `SELECT "execution_plan" FROM "published_endpoint" JOIN "custom_api_revision" ON "custom_api_revision"."id" = "revision_id"
           JOIN "custom_api" ON "custom_api"."id" = "custom_api_revision"."api_id" WHERE "number" = ? AND (${among})`,
        number,
        ...api,
      )
    : []
  return [...sent, ...active.map(planOf), ...earlier.map(planOf)]
}

/** Throws a 422 that names the endpoints whose plans have to be mended. */
async function refuseBroken(
  { tx, id, parts, request }: WriteStep & { readonly id: Key },
  live: readonly Row[],
  names: LookedUpNames,
): Promise<void> {
  const services = await servicesOf(tx, Number(id), parts.kinds)
  const problems = live.flatMap((row) =>
    [...problemsOf(row, services), ...names.missingIn(request, row.execution_plan)].map((problem) => ({
      ...problem,
      endpoint: `${String(row.method)} ${String(row.path)}`,
    })),
  )
  if (problems.length === 0) return
  const sentences = problems.slice(0, 20).map(({ endpoint, message }) => `${endpoint}: ${message}`)
  throw new Problem(422, sentences.join(' '), { context: { problems } })
}
