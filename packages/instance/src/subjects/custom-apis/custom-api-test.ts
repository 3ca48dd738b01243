import { Problem } from '@millwright/contract/problem'
import type { CustomApiTest, CustomApiTrial, TracedStep } from '@millwright/contract/records/custom-api-test'
import { isRecord } from '@millwright/contract/wire/is-record'
import { rejectScriptChangeByProgram } from '../../access/programs.ts'
import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { ServiceHost } from '../../gateway/service-kind.ts'
import { writerOf } from '../../records/system/authorship.ts'
import { dialectOf } from '../../records/system/dialect.ts'
import { type Row, transactionOf } from '../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { problemsOf, servicesOf } from '../models/custom-api-model.ts'
import { notFound } from '../system/reader.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { callEndpoint } from './call-endpoint.ts'
import { type Endpoint, endpointOf } from './published-apis.ts'
import type { EndedStep } from './run-plan.ts'

/** `system/custom_api_test`: runs an endpoint that is stored or only sent, with the steps that it took (docs/wire/custom-apis.md). */
export function createCustomApiTestResource(
  parts: Parts,
  calling: { readonly call: Forward; readonly inWhole: ServiceHost['inWhole'] },
): SystemResource {
  const { store, kinds } = parts
  const stored = transactionOf(dialectOf(store.engine), store.statements)

  async function endpointIn(request: ApiRequest, { endpoint_id, endpoint }: CustomApiTest): Promise<Endpoint> {
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
    return endpointOf(row as Parameters<typeof endpointOf>[0], services)
  }

  async function run(request: ApiRequest, asked: CustomApiTest): Promise<CustomApiTrial> {
    const { path_params = {}, query = {}, header = {}, body = null, dry_run = true, allow_writes = false } = asked
    const endpoint = await endpointIn(request, asked)
    const trace: TracedStep[] = []
    const sent = { path: path_params, query, header, body }
    try {
      const result = await callEndpoint(
        endpoint,
        sent,
        request,
        { parts, ...calling },
        {
          isDry: dry_run,
          admit({ verb, service }) {
            if (verb !== 'GET' && !dry_run && !allow_writes)
              throw new Problem(
                403,
                `This step writes to '${service}'. Send allow_writes, or try it without changes by dry_run.`,
              )
          },
          ended: (step) => trace.push(traced(step)),
        },
      )
      return { ok: true, dry_run, result, trace }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ok: false, dry_run, error: error.body(), trace }
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
      throw new Problem(status_code, message, { context })
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

const longestPreview = 120

function traced({ key, type, call, result, error, skipped, milliseconds }: EndedStep): TracedStep {
  const rows = isRecord(result) && Array.isArray(result.resource) ? result.resource.length : null
  return {
    ...{ key, type, service: call?.service ?? null, resource: call?.resource ?? null, method: call?.verb ?? null },
    ...{ ok: error === undefined, skipped, ms: milliseconds },
    ...(error === undefined
      ? { preview: rows === null ? (JSON.stringify(result) ?? '').slice(0, longestPreview) : `${rows} row(s)` }
      : { error: error.message }),
    ...(rows === null ? {} : { rows }),
  }
}
