import {
  type ApiDescription,
  operationVerbs,
  type PathItem,
  pathParameter,
  responseRef,
} from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import { loadDefinition, type ReadDefinition, readDefinition } from '../definitions/read-definition.ts'
import { renamedRefs } from './references.ts'
import { isSharedComponent } from './shared-components.ts'

/** Returns what is wrong with the text of a definition, as a sentence, or `null` if it is usable. */
export async function definitionProblem(content: string, format: number): Promise<string | null> {
  const read = await readDefinition(content, format)
  if ('problem' in read) return read.problem
  try {
    await describeDefinition(read.document, anybody)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

const anybody: ServiceRow = {
  id: 0,
  name: 'service',
  label: null,
  description: null,
  isActive: true,
  type: '',
  author: { userId: null, appId: null },
  modified: '',
}

const cacheKey = 'docs.definition'
const cachedFor = 86_400

/** Returns the description from a service's stored definition, or `null` if there is none. Throws 503 if it is invalid. */
export async function storedDescription(
  { store, caches }: Pick<Parts, 'store' | 'caches'>,
  row: ServiceRow,
  refresh: boolean,
): Promise<ApiDescription | null> {
  const cache = caches.of(row.id)
  const known = refresh ? undefined : cache.get(cacheKey)
  if (isCached(known)) return known.description
  const read = await loadDefinition(store, row.id)
  const description = read === null ? null : await described(read, row)
  cache.set(cacheKey, { description } satisfies Cached, cachedFor)
  return description
}

interface Cached {
  readonly description: ApiDescription | null
}

/** The cache entry with this name is only written by this file. */
function isCached(value: unknown): value is Cached {
  return isRecord(value) && 'description' in value
}

function described(read: ReadDefinition, row: ServiceRow): Promise<ApiDescription> {
  if ('problem' in read) throw new Problem(503, `The service '${row.name}' cannot be described. ${read.problem}`)
  return describeDefinition(read.document, row)
}

type Json = Readonly<Record<string, unknown>>

/** Converts a hand-written definition of any version to a current description (docs/wire/api-docs.md). */
async function describeDefinition(written: Json, row: ServiceRow): Promise<ApiDescription> {
  const named = withNames(written, row)
  const document = renamedRefs(await upgraded(isRecord(named) ? named : {}), ownName)
  const { securitySchemes: _ours, ...components } = isRecord(document.components) ? document.components : {}
  const paths = Object.entries(isRecord(document.paths) ? document.paths : {})
  const prefix = `/${row.name}`
  const begins = (path: string) => path === prefix || path.startsWith(`${prefix}/`)
  const bare = paths.length > 0 && paths.every(([path]) => begins(path))
  return {
    paths: Object.fromEntries(
      paths.map(([path, item]) => {
        const own = `/${(bare ? path.slice(prefix.length) : path).replace(/^\/+/, '')}`
        return [own, usable(own, isRecord(item) ? item : {})]
      }),
    ),
    components: Object.fromEntries(
      Object.entries(components).flatMap(([kind, values]) =>
        isRecord(values)
          ? [[kind, Object.fromEntries(Object.entries(values).map(([key, value]) => [ownName(key), value]))]]
          : [],
      ),
    ),
    ...(isRecord(document.info) ? { info: usableInfo(document.info) } : {}),
  }
}

/** Renames components of a definition that have the name of one common to all documents. */
function ownName(component: string): string {
  return isSharedComponent(component) ? `Own${component}` : component
}

async function upgraded(document: Json): Promise<Json> {
  const version = String(document.openapi ?? document.swagger ?? (document.definitions ? '2.0' : '3.1'))
  if (!/^(?:2|3\.0)/.test(version)) return document
  const { upgrade } = await import('@scalar/openapi-upgrader')
  const whole = version.startsWith('2') ? { ...document, swagger: '2.0' } : document
  try {
    const result: unknown = upgrade(whole, '3.1')
    return isRecord(result) ? result : document
  } catch {
    throw new Problem(503, 'The definition is of an older version and cannot be read as OpenAPI 3.')
  }
}

const infoTexts = ['title', 'summary', 'description', 'termsOfService', 'version']

/** Returns the members that OpenAPI supports; versions may be written as numbers. */
function usableInfo(info: Json): Json {
  return Object.fromEntries(
    Object.entries(info).flatMap(([name, value]): [string, unknown][] => {
      if (name.startsWith('x-')) return [[name, value]]
      if (name === 'contact' || name === 'license') return isRecord(value) ? [[name, value]] : []
      const isText = typeof value === 'string' || typeof value === 'number'
      return infoTexts.includes(name) && isText ? [[name, String(value)]] : []
    }),
  )
}

/** Removes `servers`, and adds what every operation needs. */
function usable(path: string, { servers: _servers, ...item }: Json): PathItem {
  const shared = Array.isArray(item.parameters) ? item.parameters : []
  const entries = Object.entries(item).flatMap(([member, value]): [string, unknown][] => {
    if (!operationVerbs.some((verb) => verb === member)) return [[member, value]]
    return isRecord(value) ? [[member, usableOperation(path, value, shared)]] : []
  })
  return Object.fromEntries(entries)
}

function usableOperation(path: string, operation: Json, shared: readonly unknown[]): Json {
  const { servers: _servers, security: _security, ...rest } = operation
  const own = Array.isArray(rest.parameters) ? rest.parameters : []
  const missing = [...path.matchAll(/\{([^{}/]+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => ![...shared, ...own].some((each) => isPathParameter(each, name)))
  const parameters = [...own, ...missing.map((name) => pathParameter(name, ''))]
  const responses = isRecord(rest.responses) ? rest.responses : {}
  return {
    ...rest,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: { ...responses, default: responses.default ?? responseRef('Error') },
  }
}

/** A reference may point to the parameter. */
function isPathParameter(parameter: unknown, name: string): boolean {
  return isRecord(parameter) && (parameter.$ref !== undefined || (parameter.in === 'path' && parameter.name === name))
}

/** Replaces `{service.name}` and similar placeholders, in texts and in names. */
function withNames(value: unknown, row: ServiceRow): unknown {
  const { name, label, description } = row
  const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const words = new Map([
    ['{service.name}', name],
    ['{service.names}', `${name}s`],
    ['{service.Name}', capital],
    ['{service.Names}', `${capital}s`],
    ['{service.label}', label ?? name],
    ['{service.description}', description ?? ''],
  ])
  const replaced = (text: string) =>
    text.includes('{service.') ? text.replace(/\{service\.\w+\}/g, (key) => words.get(key) ?? key) : text
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string') return replaced(each)
    if (Array.isArray(each)) return each.map(walk)
    if (!isRecord(each)) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [replaced(key), walk(inner)]))
  }
  return walk(value)
}
