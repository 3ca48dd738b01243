import type { EventPath } from '@millwright/connector/declaration'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import type { Store } from '../../../store/store.ts'
import type { TableName } from '../../../store/tables.ts'
import { type DefinedPath, loadDefinition, pathsIn } from '../../ground/definitions/read-definition.ts'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import { pathsOfEndpoints, pathsOfKind, pathsOfResources } from './event-paths.ts'

type Paths = readonly EventPath[]

/** The tables from which paths are read. */
const shownBy: ReadonlySet<TableName> = new Set([
  ...(['service', 'service_doc', 'custom_api', 'custom_api_revision', 'published_endpoint'] as const),
])

/** The paths of services: from the API description that a user wrote, or else from the service type. */
export interface ServicePaths {
  of(service: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> | Paths
}

export function createServicePaths(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  services: Pick<Registry, 'find'>,
  kinds: ServiceKinds,
): ServicePaths {
  let known = new Map<number, Paths>()
  changes.subscribe(({ table }) => {
    if (shownBy.has(table)) known = new Map()
  })

  async function load(service: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths> {
    const loading = known
    const paths =
      (await builtInPaths(service.type)) ??
      (await publishedPaths(service)) ??
      (await writtenPaths(service.id)) ??
      pathsOfType(service.type)
    loading.set(service.id, paths)
    return paths
  }

  const pathsOfType = (type: string) => pathsOfKind(kinds.of(type) ?? { name: type, group: '' })

  /** `null` for types that users can create services of. */
  async function builtInPaths(type: string): Promise<Paths | null> {
    if (type !== 'system' && type !== 'user') return null
    return pathsOfResources((await services.find(type))?.service.resources ?? [])
  }

  /** Of a custom API, what it publishes; `null` for other types. */
  async function publishedPaths({ id, type }: Pick<ServiceRow, 'id' | 'type'>): Promise<Paths | null> {
    if (type !== customApiType) return null
    const rows = await db
      .selectFrom('published_endpoint')
      .innerJoin('custom_api_revision', 'custom_api_revision.id', 'published_endpoint.revision_id')
      .innerJoin('custom_api', (join) =>
        join
          .onRef('custom_api.id', '=', 'custom_api_revision.api_id')
          .onRef('custom_api.published_revision', '=', 'custom_api_revision.number'),
      )
      .select(['published_endpoint.path', 'published_endpoint.method'])
      .where('custom_api.service_id', '=', id)
      .where('custom_api.status', '=', 'published')
      .orderBy('published_endpoint.id')
      .execute()
    return pathsOfEndpoints(rows)
  }

  async function writtenPaths(id: number): Promise<Paths | null> {
    const read = await loadDefinition({ db }, id)
    return read === null || 'problem' in read ? null : pathsOfDefinition(read.document)
  }

  return { of: (service) => known.get(service.id) ?? load(service) }
}

/** The paths in an API description written by a user, or `null` if it has none. */
export function pathsOfDefinition(document: Readonly<Record<string, unknown>>): readonly EventPath[] | null {
  const found = pathsIn(document).map(pathOf)
  return found.length === 0 ? null : found
}

function pathOf({ segments, verbs, item }: DefinedPath): EventPath {
  const path = segments.join('/')
  const values = enumOf(path, [item, ...Object.values(item)])
  return values === null ? { path, verbs } : { path, verbs, values }
}

/** The values that a description allows for the first parameter of its path. */
function enumOf(path: string, owners: readonly unknown[]): readonly string[] | null {
  const name = /\{([^{}]+)\}/.exec(path)?.[1]
  if (name === undefined) return null
  for (const owner of owners) {
    const parameters = isRecord(owner) && Array.isArray(owner.parameters) ? owner.parameters : []
    for (const parameter of parameters) {
      if (!isRecord(parameter) || parameter.name !== name || parameter.in !== 'path') continue
      const schema = isRecord(parameter.schema) ? parameter.schema : parameter
      if (Array.isArray(schema.enum)) return schema.enum.map(String)
    }
  }
  return null
}
