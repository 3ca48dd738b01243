import {
  type ApiDescription,
  type Components,
  operationVerbs,
  type PathItem,
  uniqueNames,
} from '@millwright/connector/openapi'
import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { isRecord } from '@millwright/contract/wire/is-record'
import { mapMembers } from '../../../platform/yielder.ts'
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
export async function serviceDocument(
  { name, label, description, group, api }: DescribedService,
  basePath: string,
): Promise<OpenApiDocument> {
  const paths = await taggedPaths(name, api.paths, '', uniqueNames())
  return {
    openapi,
    info: { title: label, version, ...api.info, ...(description === '' ? {} : { description }), 'x-group': group },
    servers: [{ url: `${basePath}${apiPrefix}/${name}`, description: '' }],
    tags: [{ name, ...(description === '' ? {} : { description }) }],
    security,
    paths,
    components: { securitySchemes, ...joined(sharedComponents, await pruned(paths, withShared(api.components))) },
  }
}

/** Adapts a document to a version of OpenAPI. */
export type Conversion = (document: OpenApiDocument) => Promise<OpenApiDocument> | OpenApiDocument

/** A service's part of the document of all services, with its name as prefix of paths and components. */
export interface DocumentPart {
  readonly tag: Readonly<Record<string, string>>
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: Components
}

/** `unique` makes operation ids unique; `convert` adapts paths and components to a version of OpenAPI. */
export async function documentPart(
  { name, label, description, api }: DescribedService,
  unique: (name: string) => string,
  convert: Conversion,
): Promise<DocumentPart> {
  const prefix = (component: string) => (isSharedComponent(component) ? component : `${name}.${component}`)
  const tagged = await taggedPaths(name, api.paths, `/${name}`, unique)
  const used = joined(sharedComponents, await pruned(tagged, withShared(api.components)))
  const { paths, components } = await convert({ paths: tagged, components: used })
  return {
    tag: { name, description: description || label },
    paths: await mapMembers(isRecord(paths) ? paths : {}, (path, item) => [path, renamedRefs(item, prefix)]),
    components: await renamedComponents(componentsIn(components), prefix),
  }
}

function componentsIn(value: unknown): Components {
  const kinds: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const [kind, values] of Object.entries(isRecord(value) ? value : {})) if (isRecord(values)) kinds[kind] = values
  return kinds
}

/** What the document of all services contains besides its parts. */
export async function documentHead(convert: Conversion, basePath: string): Promise<OpenApiDocument> {
  const { paths: _paths, ...head } = await convert({
    openapi,
    info: { title: 'API', version, description: 'Everything that the caller may do on this instance.' },
    servers: [{ url: `${basePath}${apiPrefix}`, description: '' }],
    security,
    paths: {},
    components: { securitySchemes, ...sharedComponents },
  })
  return head
}

/** Returns one document of the parts of several services. */
export function wholeDocument(head: OpenApiDocument, parts: readonly DocumentPart[]): OpenApiDocument {
  const paths: Record<string, unknown> = {}
  const components: Record<string, Record<string, unknown>> = {}
  for (const part of [{ paths: {}, components: componentsIn(head.components) }, ...parts]) {
    Object.assign(paths, part.paths)
    for (const [kind, values] of Object.entries(part.components)) {
      components[kind] = Object.assign(components[kind] ?? {}, values)
    }
  }
  return { ...head, tags: parts.map(({ tag }) => tag), paths, components }
}

/** Yields the same document as JSON, part by part, so that it need not fit into memory. */
export async function* documentText(
  head: Promise<OpenApiDocument>,
  parts: AsyncIterable<DocumentPart>,
): AsyncGenerator<string> {
  const tags: DocumentPart['tag'][] = []
  const components = new Map<string, string[]>()
  const textsOf = (kind: string) => {
    const texts = components.get(kind) ?? []
    components.set(kind, texts)
    return texts
  }
  const add = (all: Components, isOwn: (name: string) => boolean) => {
    for (const [kind, values] of Object.entries(all)) {
      const text = members(Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name))))
      if (text !== '') textsOf(kind).push(text)
    }
  }
  const { components: common, ...rest } = await head
  add(componentsIn(common), () => true)
  yield `{${members(rest)},"paths":{`
  let separator = ''
  for await (const part of parts) {
    tags.push(part.tag)
    add(part.components, (name) => !isSharedComponent(name))
    const text = members(part.paths)
    if (text === '') continue
    yield separator + text
    separator = ','
  }
  yield `},"tags":${JSON.stringify(tags)},"components":{`
  separator = ''
  for (const [kind, texts] of components) {
    yield `${separator}${JSON.stringify(kind)}:{`
    for (const [at, text] of texts.entries()) yield at === 0 ? text : `,${text}`
    yield '}'
    separator = ','
  }
  yield '}}'
}

/** The members of an object as JSON, without its braces. */
function members(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

function withShared(components: Components): Components {
  return joined(components, sharedComponents)
}

function joined(first: Components, second: Components): Components {
  const kinds = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...first[kind], ...second[kind] }]))
}

async function renamedComponents(components: Components, rename: (name: string) => string): Promise<Components> {
  const renamed: [string, Components[string]][] = []
  for (const [kind, values] of Object.entries(components)) {
    renamed.push([kind, await mapMembers(values, (name, value) => [rename(name), renamedRefs(value, rename)])])
  }
  return Object.fromEntries(renamed)
}

/** Sets the service as the only tag of every operation, and makes operation ids unique. */
function taggedPaths(
  tag: string,
  paths: ApiDescription['paths'],
  prefix: string,
  unique: (name: string) => string,
): Promise<Record<string, PathItem>> {
  return mapMembers(paths, (path, item) => [
    path === '/' && prefix !== '' ? prefix : `${prefix}${path}`,
    Object.fromEntries(
      Object.entries(item).map(([member, value]) =>
        operationVerbs.some((verb) => verb === member) && isRecord(value)
          ? [member, tagged(value, tag, unique)]
          : [member, value],
      ),
    ),
  ])
}

function tagged(operation: Readonly<Record<string, unknown>>, tag: string, unique: (name: string) => string): object {
  const { operationId } = operation
  const named = typeof operationId === 'string' && operationId !== '' ? { operationId: unique(operationId) } : {}
  return { ...operation, ...named, tags: [tag] }
}
