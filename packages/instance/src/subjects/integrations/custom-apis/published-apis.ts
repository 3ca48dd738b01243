import { comparePaths } from '@millwright/contract/custom-apis/endpoint-path'
import type {
  ExecutionPlan,
  ParametersSchema,
  PlanProblem,
  RequestSchema,
} from '@millwright/contract/records/execution-plan'
import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import type { Author } from '../../../request/caller.ts'
import { invalidatedValue } from '../../../store/changes.ts'
import type { TableName } from '../../../store/tables.ts'
import { problemsOf, type ServicesOfApi, servicesOf } from '../../ground/models/custom-api-model.ts'

/** A published endpoint, or one that is tried. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly label: string | null
  readonly description: string | null
  readonly execution_plan: ExecutionPlan
  readonly response_mapping: unknown
  readonly request_schema: RequestSchema | null
  readonly response_schema: ParametersSchema | null
  readonly author: Author
  /** Why it cannot be called. */
  readonly problems: readonly PlanProblem[]
}

/** What callers of an API get. */
export interface PublishedApi {
  readonly name: string
  readonly version: string
  readonly sunset: string | null
  /** Id of the revision. */
  readonly revision: number
  /** Those with literal segments before those with parameters there. */
  readonly endpoints: readonly Endpoint[]
}

type StoredEndpoint = Omit<
  Endpoint,
  'author' | 'problems' | 'execution_plan' | 'response_mapping' | 'request_schema' | 'response_schema'
> & {
  readonly author_id: number | null
  readonly author_app_id: number | null
  readonly execution_plan: string
  readonly response_mapping: string | null
  readonly request_schema: string | null
  readonly response_schema: string | null
}

/** An endpoint from its row. */
export function endpointOf(row: StoredEndpoint, services: ServicesOfApi): Endpoint {
  const { method, path, label, description, author_id, author_app_id } = row
  return {
    method,
    path,
    label,
    description,
    execution_plan: JSON.parse(row.execution_plan),
    response_mapping: parsed(row.response_mapping),
    request_schema: parsed(row.request_schema),
    response_schema: parsed(row.response_schema),
    author: { userId: author_id, appId: author_app_id },
    problems: problemsOf({ ...row }, services),
  }
}

/** The rows of the saved endpoints of an API that would be published. */
export async function activeEndpoints({ all }: Pick<Tx, 'all'>, apiId: unknown): Promise<Row[]> {
  return all('SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ? AND "is_active" = 1 ORDER BY "id"', apiId)
}

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

/** The tables from which it is read. */
const shownBy: ReadonlySet<TableName> = new Set([
  ...(['custom_api', 'custom_api_revision', 'published_endpoint'] as const),
  ...(['custom_api_source', 'service'] as const),
])

type FindPublished = (serviceId: number) => Promise<PublishedApi | null>

/** Services are made again and again, and share what is read for them. */
const ofStores = new WeakMap<object, FindPublished>()

/** Finds what is published at a service; `null`: nothing, as the API is a draft, archived or gone. */
export function publishedApisOf(parts: Pick<Parts, 'store' | 'kinds'>): FindPublished {
  const { store } = parts
  const known = ofStores.get(store) ?? createPublishedApis(parts)
  ofStores.set(store, known)
  return known
}

function createPublishedApis({ store, kinds }: Pick<Parts, 'store' | 'kinds'>): FindPublished {
  const { db, changes } = store
  const stored = transactionOf(dialectOf(store.engine), store.statements)
  const current = invalidatedValue(changes, [...shownBy], async () => {
    const apis = await db
      .selectFrom('custom_api')
      .innerJoin('custom_api_revision', (join) =>
        join
          .onRef('custom_api_revision.api_id', '=', 'custom_api.id')
          .onRef('custom_api_revision.number', '=', 'custom_api.published_revision'),
      )
      .select([
        'custom_api.id',
        'custom_api.service_id',
        'custom_api.name',
        'custom_api.sunset',
        'custom_api_revision.version',
      ])
      .select('custom_api_revision.id as revision')
      .where('custom_api.status', '=', 'published')
      .execute()
    return new Map(apis.map((api) => [api.service_id, api]))
  })
  const loaded = new Map<number, Promise<readonly Endpoint[]>>()
  changes.subscribe(({ table }) => {
    if (shownBy.has(table)) loaded.clear()
  })

  async function load(api: number, revision: number): Promise<readonly Endpoint[]> {
    const rows = await db
      .selectFrom('published_endpoint')
      .selectAll()
      .where('revision_id', '=', revision)
      .orderBy('id')
      .execute()
    const services = await servicesOf(stored, api, kinds)
    return rows.map((row) => endpointOf(row, services)).toSorted((one, other) => comparePaths(one.path, other.path))
  }

  function endpointsOf(api: number, revision: number): Promise<readonly Endpoint[]> {
    const known = loaded.get(revision)
    if (known !== undefined) return known
    const loading = load(api, revision)
    loaded.set(revision, loading)
    loading.catch(() => loaded.delete(revision))
    return loading
  }

  return async (serviceId) => {
    const api = (await current()).get(serviceId)
    if (api === undefined) return null
    const { id, name, version, sunset, revision } = api
    return { name, version, sunset, revision, endpoints: await endpointsOf(id, revision) }
  }
}
