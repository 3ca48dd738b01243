import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type ApiDescription, type Components, operationVerbs, type PathItem } from '../../gateway/ports/openapi.ts'
import { uniqueNames } from './operation.ts'
import { pruned, renamedRefs } from './references.ts'
import { isSharedComponent, sharedComponents } from './shared-components.ts'

export type OpenApiDocument = Readonly<Record<string, unknown>>

/** The description of a service for a document. */
export interface DescribedService {
  readonly name: string
  readonly label: string
  readonly description: string
  /** Group of its type, such as Database. */
  readonly group: string
  readonly api: ApiDescription
}

const securitySchemes = {
  BasicAuth: { type: 'http', scheme: 'basic' },
  BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  ApiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
  ApiKeyHeader: { type: 'apiKey', in: 'header', name: apiKeyHeader },
  SessionTokenQuery: { type: 'apiKey', in: 'query', name: 'session_token' },
  SessionTokenHeader: { type: 'apiKey', in: 'header', name: sessionTokenHeader },
}
const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))
const openapi = '3.1.0'
const version = '2.0'

/** Returns the document of one service, with paths relative to the service's URL (docs/wire/api-docs.md). */
export function serviceDocument({ name, label, description, group, api }: DescribedService): OpenApiDocument {
  const paths = taggedPaths(name, api.paths, '', uniqueNames())
  return {
    openapi,
    info: { title: label, version, ...api.info, ...(description === '' ? {} : { description }), 'x-group': group },
    servers: [{ url: `${apiPrefix}/${name}`, description: '' }],
    tags: [{ name, ...(description === '' ? {} : { description }) }],
    security,
    paths,
    components: { securitySchemes, ...joined(sharedComponents, pruned(paths, withShared(api.components))) },
  }
}

/** Returns one document of several services, with their names as prefix of paths and components. */
export function wholeDocument(services: readonly DescribedService[]): OpenApiDocument {
  const unique = uniqueNames()
  const paths: Record<string, PathItem> = {}
  let components = sharedComponents
  for (const { name, api } of services) {
    const prefix = (component: string) => (isSharedComponent(component) ? component : `${name}.${component}`)
    const tagged = taggedPaths(name, api.paths, `/${name}`, unique)
    const used = pruned(tagged, withShared(api.components))
    Object.assign(paths, renamedRefs(tagged, prefix))
    components = joined(components, renamedComponents(used, prefix))
  }
  return {
    openapi,
    info: { title: 'API', version, description: 'Everything that the caller may do on this instance.' },
    servers: [{ url: apiPrefix, description: '' }],
    tags: services.map(({ name, label, description }) => ({ name, description: description || label })),
    security,
    paths,
    components: { securitySchemes, ...components },
  }
}

function withShared(components: Components): Components {
  return joined(components, sharedComponents)
}

function joined(first: Components, second: Components): Components {
  const kinds = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...first[kind], ...second[kind] }]))
}

function renamedComponents(components: Components, rename: (name: string) => string): Components {
  return Object.fromEntries(
    Object.entries(components).map(([kind, values]) => [
      kind,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [rename(name), renamedRefs(value, rename)] as const),
      ),
    ]),
  )
}

/** Sets the service as the only tag of every operation, and makes operation ids unique. */
function taggedPaths(
  tag: string,
  paths: ApiDescription['paths'],
  prefix: string,
  unique: (name: string) => string,
): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path === '/' && prefix !== '' ? prefix : `${prefix}${path}`,
      Object.fromEntries(
        Object.entries(item).map(([member, value]) =>
          operationVerbs.some((verb) => verb === member) && isRecord(value)
            ? [member, tagged(value, tag, unique)]
            : [member, value],
        ),
      ),
    ]),
  )
}

function tagged(operation: Readonly<Record<string, unknown>>, tag: string, unique: (name: string) => string): object {
  const { operationId } = operation
  const named = typeof operationId === 'string' && operationId !== '' ? { operationId: unique(operationId) } : {}
  return { ...operation, ...named, tags: [tag] }
}
