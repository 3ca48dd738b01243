import { comparePaths } from '@millwright/contract/custom-apis/endpoint-path'
import type { ExecutionPlan, JsonSchema, RequestSchema } from '@millwright/contract/records/execution-plan'
import type { Author } from '../../request/caller.ts'
import { invalidatedValue } from '../../store/invalidated-value.ts'
import type { Store } from '../../store/store.ts'

/** A published endpoint, or one that is tried. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly label: string | null
  readonly description: string | null
  readonly execution_plan: ExecutionPlan
  readonly response_mapping: unknown
  readonly request_schema: RequestSchema | null
  readonly response_schema: JsonSchema | null
  readonly author: Author
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
  'author' | 'execution_plan' | 'response_mapping' | 'request_schema' | 'response_schema'
> & {
  readonly author_id: number | null
  readonly author_app_id: number | null
  readonly execution_plan: string
  readonly response_mapping: string | null
  readonly request_schema: string | null
  readonly response_schema: string | null
}

/** An endpoint from its row. */
export function endpointOf(row: StoredEndpoint): Endpoint {
  const { method, path, label, description, author_id, author_app_id } = row
  return {
    ...{ method, path, label, description },
    execution_plan: JSON.parse(row.execution_plan),
    response_mapping: parsed(row.response_mapping),
    request_schema: parsed(row.request_schema),
    response_schema: parsed(row.response_schema),
    author: { userId: author_id, appId: author_app_id },
  }
}

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

type FindPublished = (serviceId: number) => Promise<PublishedApi | null>

/** Services are made again and again, and share what is read for them. */
const ofStores = new WeakMap<object, FindPublished>()

/** Finds what is published at a service; `null`: nothing, as the API is a draft, archived or gone. */
export function publishedApisOf(store: Pick<Store, 'db' | 'changes'>): FindPublished {
  const known = ofStores.get(store) ?? createPublishedApis(store)
  ofStores.set(store, known)
  return known
}

function createPublishedApis({ db, changes }: Pick<Store, 'db' | 'changes'>): FindPublished {
  const current = invalidatedValue(
    changes,
    ['custom_api', 'custom_api_revision', 'published_endpoint', 'service'],
    async () => {
      const apis = await db
        .selectFrom('custom_api')
        .innerJoin('custom_api_revision', (join) =>
          join
            .onRef('custom_api_revision.api_id', '=', 'custom_api.id')
            .onRef('custom_api_revision.number', '=', 'custom_api.published_revision'),
        )
        .select(['custom_api.service_id', 'custom_api.name', 'custom_api.sunset', 'custom_api_revision.version'])
        .select('custom_api_revision.id as revision')
        .where('custom_api.status', '=', 'published')
        .execute()
      return new Map(apis.map((api) => [api.service_id, api]))
    },
  )
  const loaded = new Map<number, Promise<readonly Endpoint[]>>()
  changes.subscribe(({ table }) => {
    if (table === 'published_endpoint' || table === 'custom_api' || table === 'custom_api_revision') loaded.clear()
  })

  function endpointsOf(revision: number): Promise<readonly Endpoint[]> {
    const known = loaded.get(revision)
    if (known !== undefined) return known
    const loading = db
      .selectFrom('published_endpoint')
      .selectAll()
      .where('revision_id', '=', revision)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(endpointOf).toSorted((one, other) => comparePaths(one.path, other.path)))
    loaded.set(revision, loading)
    loading.catch(() => loaded.delete(revision))
    return loading
  }

  return async (serviceId) => {
    const api = (await current()).get(serviceId)
    if (api === undefined) return null
    const { name, version, sunset, revision } = api
    return { name, version, sunset, revision, endpoints: await endpointsOf(revision) }
  }
}
