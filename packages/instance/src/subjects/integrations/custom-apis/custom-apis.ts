import { invalid, Problem } from '@millwright/contract/problem'
import type { ApiComparison, ApiState } from '@millwright/contract/records/custom-api'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { inWhole, type Registry } from '../../../gateway/registry.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, transactionOf } from '../../../records/system/sql-runner.ts'
import { assertNoRest, unsupported } from '../../../request/body.ts'
import { text } from '../../../request/params.ts'
import type { Docs } from '../../ground/docs/docs.ts'
import { notFound } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import type { CallParts } from './call-endpoint.ts'
import { type ComparedEndpoint, compareEndpoints } from './compare-endpoints.ts'
import { customApiDeclaration } from './custom-api.ts'
import { createCustomApiResources } from './custom-api-resources.ts'
import { createCustomApiTestResource } from './custom-api-test.ts'
import { knownServices, shapeOfEndpoint } from './describe-endpoints.ts'
import { createDescribeDraft, createDesigner, withDesigner } from './designer.ts'
import { createLookedUpNames } from './missing-names.ts'
import { createNoticedProblems } from './noticed-problems.ts'
import { activeEndpoints, endpointOf } from './published-apis.ts'
import type { TrialCallers } from './trial-caller.ts'

interface CustomApis {
  readonly declaration: ResourceDeclaration
  readonly resources: readonly SystemResource[]
  /** Adds the service `api_builder`. */
  withDesigner(registry: Registry, docs: Pick<Docs, 'written'>): Registry
}

/** Custom APIs: their resources, and their addresses for clients of other servers (docs/wire/custom-apis.md). */
export function createCustomApis(
  parts: Parts,
  { find }: Pick<Registry, 'find'>,
  forward: Forward,
  counted: Forward,
  callers: TrialCallers,
): CustomApis {
  const names = createLookedUpNames(find)
  const calling: CallParts = {
    parts,
    call: counted,
    inWhole: async (name, work, how) => inWhole(await find(name), work, how),
  }
  const declaration = customApiDeclaration(parts, names, calling)
  return {
    declaration,
    resources: [
      ...createCustomApiResources(declaration, parts, names, createNoticedProblems(parts, find)),
      createCustomApiTestResource(parts, { call: counted, find, ...callers }),
      createCustomApiComparisonResource(parts),
    ],
    withDesigner: (registry, docs) =>
      withDesigner(registry, createDesigner({ registry, forward, describeDraft: createDescribeDraft(parts, docs) })),
  }
}

const readable = ['custom_api', 'custom_api_endpoint', 'custom_api_revision']

/** `system/custom_api_comparison`: how two states of an API differ for its callers (docs/wire/custom-apis.md). */
function createCustomApiComparisonResource(parts: Parts): SystemResource {
  const stored = transactionOf(dialectOf(parts.store.engine), parts.store.statements)

  async function rowsOf(apiId: number, state: ApiState): Promise<Row[]> {
    if (state === 'draft') return activeEndpoints(stored, apiId)
    const sql = 'SELECT "id" FROM "custom_api_revision" WHERE "api_id" = ? AND "number" = ?'
    const revision = await stored.first(sql, apiId, state)
    if (revision === undefined) throw new Problem(404, `The API has no revision ${state}.`)
    return stored.all('SELECT * FROM "published_endpoint" WHERE "revision_id" = ? ORDER BY "id"', revision.id)
  }

  async function stateOf(apiId: number, state: ApiState | null): Promise<readonly ComparedEndpoint[]> {
    const rows = state === null ? [] : await rowsOf(apiId, state)
    const endpoints = rows.map((row) =>
      endpointOf(row as Parameters<typeof endpointOf>[0], { sources: [], others: [] }),
    )
    const { knownTo } = await knownServices(endpoints, parts)
    return endpoints.map((endpoint) => ({ endpoint, shape: shapeOfEndpoint(endpoint, knownTo(endpoint)) }))
  }

  return {
    name: 'custom_api_comparison',
    label: 'Custom API Comparison',
    description: 'How two revisions of a custom API, or its saved endpoints, differ for callers.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    guard(request) {
      for (const resource of readable) {
        const read = { ...request, verb: 'GET', resource } as const
        if (!decide(read, []).allowed) throw accessProblem(read)
      }
    },
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'GET') throw unsupported(request)
      const { params } = request
      const id = numberIn(text(params, 'api_id'))
      if (id === null) throw invalid({ api_id: ['api_id must be the identifier of a custom API.'] })
      const api = await stored.first('SELECT "published_revision" FROM "custom_api" WHERE "id" = ?', id)
      if (api === undefined) throw notFound(id)
      const published = typeof api.published_revision === 'number' ? api.published_revision : null
      const from = stateIn(params, 'from', published)
      const to = stateIn(params, 'to', 'draft') ?? 'draft'
      const changes = compareEndpoints(await stateOf(id, from), await stateOf(id, to))
      const breaking = changes.filter((each) => each.breaking).length
      const body: ApiComparison = { api_id: id, from, to, breaking, changes }
      return { status: 200, body }
    },
  }
}

const numberIn = (value: string | undefined) => (/^[1-9]\d{0,8}$/.test(value ?? '') ? Number(value) : null)

function stateIn(params: Parameters<typeof text>[0], name: string, absent: ApiState | null): ApiState | null {
  const value = text(params, name)?.trim() ?? ''
  if (value === '') return absent
  const state = value === 'draft' ? 'draft' : numberIn(value)
  if (state === null) throw invalid({ [name]: [`${name} must be 'draft' or the number of a revision.`] })
  return state
}
