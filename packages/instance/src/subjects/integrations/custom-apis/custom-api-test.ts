import { withoutSecrets } from '@millwright/connector/masked'
import { mayWrite, transactionProblems } from '@millwright/contract/custom-apis/transaction'
import { Problem } from '@millwright/contract/problem'
import type {
  CustomApiTest,
  CustomApiTrial,
  RightsHolder,
  TracedRights,
  TracedStep,
} from '@millwright/contract/records/custom-api'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { stepRequestor } from '../../../access/decide.ts'
import { rejectScriptChangeByProgram } from '../../../access/required-rights.ts'
import { admit } from '../../../gateway/admit.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { inWhole, type Registry } from '../../../gateway/registry.ts'
import { writerOf } from '../../../records/system/authorship.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { problemsOf, type ServicesOfApi, servicesOf } from '../../ground/models/custom-api-model.ts'
import { notFound } from '../../ground/system/reader.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { callEndpoint, callerOfSteps } from './call-endpoint.ts'
import { type Endpoint, endpointOf } from './published-apis.ts'
import type { EndedStep } from './run-plan.ts'
import type { StepCall } from './step-call.ts'
import { type TrialCallers, trialCaller } from './trial-caller.ts'

const longestPreview = 120

/** A step as traces show it, without secrets. */
function tracedStep(ended: EndedStep, rightsOf: (call: StepCall) => TracedRights): TracedStep {
  const { key, type, call, result, error, skipped, isCached, milliseconds } = ended
  const rows = rowsIn(result)
  const text = result === undefined || result === null ? '' : JSON.stringify(result)
  return {
    key,
    type,
    service: call?.service ?? null,
    resource: call?.resource ?? null,
    method: call?.verb ?? null,
    ok: error === undefined,
    skipped,
    ms: milliseconds,
    bytes: Buffer.byteLength(text),
    cached: isCached,
    ...(error === undefined
      ? { preview: rows === null ? previewOf(result) : `${rows} row(s)` }
      : { error: error.message }),
    ...(rows === null ? {} : { rows }),
    rights: call === null ? null : rightsOf(call),
  }
}

const previewOf = (result: unknown) => (JSON.stringify(withoutSecrets(result)) ?? '').slice(0, longestPreview)

/** The rows of a list, or of the lists of a step with `each`; `null`: the result is none. */
function rowsIn(result: unknown): number | null {
  if (isRecord(result)) return Array.isArray(result.resource) ? result.resource.length : null
  if (!Array.isArray(result) || result.length === 0) return null
  const lists = result.map((each) => (isRecord(each) && Array.isArray(each.resource) ? each.resource.length : null))
  return lists.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
}

/** Says with which rights the steps of an endpoint are made. The author's role is told to full administrators only. */
async function rightsOfSteps(
  endpoint: Pick<Endpoint, 'author'>,
  { request, asker }: { readonly request: ApiRequest; readonly asker: Caller },
  parts: Pick<Parts, 'authorities'>,
): Promise<(call: StepCall) => TracedRights> {
  const caller = await callerOfSteps(endpoint, request, parts)
  const authority = await parts.authorities(endpoint.author)
  const own = holder(request.caller)
  const author: RightsHolder = authority === null ? { sysadmin: true, role: null } : holder(authority.caller)
  const shown = asker.sysadmin ? author : { ...author, role: null }
  return (call) => ({ requestor: stepRequestor({ ...call, caller }, request.requestor), caller: own, author: shown })
}

const holder = ({ sysadmin, role }: Caller): RightsHolder => ({
  sysadmin,
  role: sysadmin ? null : (role?.name ?? null),
})

interface Calling extends TrialCallers {
  /** Calls a service like the gateway, with limits, scripts and usage. */
  readonly call: Forward
  readonly find: Registry['find']
}

interface Tried {
  readonly endpoint: Endpoint
  readonly services: ServicesOfApi
  /** Name of the service of its API; `null`: it has none. */
  readonly address: string | null
}

/** `system/custom_api_test`: runs an endpoint that is stored or only sent, with the steps that it took (docs/wire/custom-apis.md). */
export function createCustomApiTestResource(parts: Parts, calling: Calling): SystemResource {
  const { find } = calling
  const { store, kinds } = parts
  const stored = transactionOf(dialectOf(store.engine), store.statements)

  async function endpointIn(request: ApiRequest, { endpoint_id, endpoint }: CustomApiTest): Promise<Tried> {
    const saved =
      endpoint_id === undefined
        ? undefined
        : await stored.first('SELECT * FROM "custom_api_endpoint" WHERE "id" = ?', idOf(endpoint_id))
    if (endpoint_id !== undefined && saved === undefined) throw notFound(idOf(endpoint_id))
    if (endpoint !== undefined && !isRecord(endpoint)) throw new Problem(400, 'endpoint must be an object.')
    const { userId, appId } = writerOf(request.caller)
    const sent = Object.fromEntries(
      Object.entries(endpoint ?? {}).map(([name, value]) => [name, asStored(name, value)]),
    )
    // Who sends a plan is its author.
    const own = endpoint === undefined ? {} : { ...sent, author_id: userId, author_app_id: appId }
    const row: Row = { method: 'GET', path: '/', label: null, description: null, ...nothing, ...saved, ...own }
    const services = await servicesOf(stored, idOf(row.api_id), kinds)
    const problems = problemsOf(row, services)
    if (problems.length > 0)
      throw new Problem(422, problems.map(({ message }) => message).join(' '), { context: { problems } })
    const sql =
      'SELECT "service"."name" FROM "service" JOIN "custom_api" ON "service_id" = "service"."id" WHERE "custom_api"."id" = ?'
    const address = await stored.first(sql, idOf(row.api_id))
    return {
      endpoint: endpointOf(row as Parameters<typeof endpointOf>[0], services),
      services,
      address: address === undefined ? null : String(address.name).toLowerCase(),
    }
  }

  async function run(request: ApiRequest, testRequest: CustomApiTest): Promise<CustomApiTrial> {
    const { path_params = {}, query = {}, header = {}, body = null, rollback, allow_writes } = testRequest
    const rollsBack = rollback === true
    const writes = allow_writes === true
    const isDry = (testRequest.dry_run ?? !rollsBack) !== false
    const caller = await trialCaller(testRequest.as, request.caller, calling)
    if (caller !== request.caller && writes && !rollsBack && !isDry)
      throw new Problem(400, 'As someone else, writes are only possible with rollback.')
    const { endpoint, services, address } = await endpointIn(request, testRequest)
    if (rollsBack) refuseApart(endpoint, services)
    const by: ApiRequest = { ...request, caller, ...(caller === request.caller ? {} : { sentToken: null }) }
    const rights = await rightsOfSteps(endpoint, { request: by, asker: request.caller }, parts)
    const trace: TracedStep[] = []
    const sent = { path: path_params, query, header, body }
    const how = { isDry, rollsBack, readsOnly: !writes && !rollsBack }
    const called = {
      ...by,
      service: address ?? by.service,
      verb: verbOf(endpoint),
      resource: pathWith(endpoint, path_params),
    }
    try {
      if (caller !== request.caller && address !== null) admit(called, await find(address))
      const result = await callEndpoint(
        endpoint,
        sent,
        called,
        { parts, call: calling.call, inWhole: async (name, work, keeps) => inWhole(await find(name), work, keeps) },
        {
          ...how,
          admit({ verb, service, resource }) {
            if (mayWrite(verb, resource) && !isDry && how.readsOnly)
              throw new Problem(
                403,
                `This step writes to '${service}'. Send allow_writes, or try it without changes by rollback or dry_run.`,
              )
          },
          ended: (step) => trace.push(tracedStep(step, rights)),
        },
      )
      return { ok: true, dry_run: isDry, result, trace }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ok: false, dry_run: isDry, error: error.body(), trace }
    }
  }

  return {
    name: 'custom_api_test',
    label: 'Custom API Test',
    description: 'Tries an endpoint of a custom API, without writing unless that is asked for.',
    singleton: true,
    keeps: 'nothing',
    readOnly: false,
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, 'A test has no parts.')
      if (request.verb !== 'POST') throw new Problem(400, `${request.verb} is not supported on 'custom_api_test'.`)
      rejectScriptChangeByProgram(request.caller)
      const { payload } = request
      if (!isRecord(payload) || (payload.endpoint_id === undefined && payload.endpoint === undefined))
        throw new Problem(400, 'Send endpoint_id, or endpoint with its api_id.')
      const trial = await run(request, payload)
      if (payload.trace === true) return { status: 200, body: trial }
      if (trial.ok) return { status: 200, body: trial.result ?? null }
      const { status_code, message, context } = trial.error
      // A 401 would say that the session of whom asks has ended.
      const isOthers = payload.as !== undefined && payload.as !== null
      throw new Problem(isOthers && status_code === 401 ? 403 : status_code, message, { context })
    },
  }
}

const nothing = {
  execution_plan: '{}',
  response_mapping: null,
  request_schema: null,
  response_schema: null,
  author_id: null,
}
const jsonColumns = new Set(['execution_plan', 'response_mapping', 'request_schema', 'response_schema'])
const asStored = (name: string, value: unknown) =>
  jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value
/** 0: of nothing. */
const idOf = (value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : 0)

/** Throws a 422 if what the steps write is not one transaction that could be rolled back. */
function refuseApart({ execution_plan: plan }: Endpoint, { sources }: ServicesOfApi): void {
  const problems = transactionProblems(plan, sources)
  if (problems.length === 0) return
  const sentences = problems.map(({ message }) => message)
  throw new Problem(422, `A rollback is not possible. ${sentences.join(' ')}`, { context: { problems } })
}

const verbOf = ({ method }: Endpoint): Verb => (isVerb(method) ? method : 'GET')

/** The path that a caller would call. */
const pathWith = ({ path }: Endpoint, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/^\/+/, '').replace(/\{([^{}]+)\}/g, (whole, name) => String(values[name] ?? whole))
