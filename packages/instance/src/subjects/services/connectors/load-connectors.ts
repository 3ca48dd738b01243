import { existsSync, readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connector } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import type { ApiDescription } from '@millwright/connector/openapi'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKind } from '../../../gateway/service-kind.ts'
import type { Log } from '../../../platform/log.ts'
import { connectorKind } from './connector-kind.ts'
import { connectorProblem, isConnector } from './read-connector.ts'

interface Loading {
  /** Package names or folders. */
  readonly named: readonly string[]
  /** Folder whose `node_modules` are searched, and base of relative folders. */
  readonly from: string
  readonly log: Log
  /** Timeout of loading one, in milliseconds. */
  readonly patience?: number
}

export interface LoadedConnectors {
  readonly kinds: readonly ServiceKind[]
  /** Entries of `named` that could not be loaded. */
  readonly failed: readonly string[]
}

/**
 * Loads the declarations of third-party connectors; their implementation is loaded by a service's first call. A failure is logged and does
 * not affect the others (docs/connectors.md).
 */
export async function loadConnectors({ named, from, log, patience = 10_000 }: Loading): Promise<LoadedConnectors> {
  const kinds = new Map<string, ServiceKind>()
  const failed: string[] = []
  for (const name of named) {
    try {
      const exported = await loaded(entryOf(name, from), patience)
      for (const kind of kindsIn(exported, kinds, log)) kinds.set(kind.name, kind)
    } catch (error) {
      failed.push(name)
      log(`The connector '${name}' could not be loaded: ${messageOf(error).slice(0, longestReason)}`)
    }
  }
  return { kinds: [...kinds.values()], failed }
}

const longestReason = 1_000

/** Imports a module. Throws if it takes too long, for example by awaiting at top level, which would block the start. */
async function loaded(entry: string, patience: number): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const slow = new Error(`it is not loaded after ${patience / 1_000} seconds.`)
  const timer = setTimeout(() => reject(slow), patience)
  try {
    return await Promise.race([import(/* @vite-ignore */ pathToFileURL(entry).href), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the service types that a module exports. Throws if one of them is invalid or already exists. */
function kindsIn(exported: unknown, known: ReadonlyMap<string, ServiceKind>, log: Log): ServiceKind[] {
  const connectorList = isRecord(exported) ? exported.connectors : undefined
  if (!Array.isArray(connectorList) || connectorList.length === 0)
    throw new Error('it exports no list named connectors.')
  const kinds = connectorList.map((each: unknown) => {
    if (isConnector(each)) return connectorKind(guardedDeclaration(each, log))
    throw new Error(connectorProblem(each) ?? '')
  })
  const twice = kinds.find(({ name }, at) => known.has(name) || kinds.findIndex((kind) => kind.name === name) < at)
  if (twice !== undefined) throw new Error(`there is a connector for the type '${twice.name}' already.`)
  return kinds
}

/** Returns the entry file of a package or folder. */
function entryOf(name: string, from: string): string {
  const manifest = isFolder(name) ? join(resolve(from, name), 'package.json') : packageOf(name, from)
  const folder = join(manifest, '..')
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error('there is no such folder.')
  const described: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  const entry = join(folder, mainOf(described))
  if (!existsSync(entry)) throw new Error(`there is no file ${entry}.`)
  return entry
}

const isFolder = (name: string) => isAbsolute(name) || name.startsWith('.')

function packageOf(name: string, from: string): string {
  const places = [join(from, 'connectors.js'), import.meta.filename]
  for (const place of places) {
    try {
      const found = findPackageJSON(name, pathToFileURL(place))
      if (found !== undefined) return found
    } catch {
      // Continues with the next place.
    }
  }
  throw new Error('no package of that name is installed.')
}

/** Returns the entry for the package itself in `exports`, else `main` as in older packages, else `index.js`. */
function mainOf(described: unknown): string {
  if (!isRecord(described)) return 'index.js'
  const { exports, main } = described
  const own = isRecord(exports) && '.' in exports ? exports['.'] : exports
  return targetOf(own) ?? (typeof main === 'string' ? main : 'index.js')
}

function targetOf(target: unknown): string | null {
  if (typeof target === 'string') return target
  if (!isRecord(target)) return null
  const chosen = ['node', 'import', 'default'].find((condition) => target[condition] !== undefined)
  return chosen === undefined ? null : targetOf(target[chosen])
}

/**
 * Wraps the declaration of a third-party connector so that failing functions do not affect services of other types: responses about all
 * services omit its part, and the reason is logged.
 */
function guardedDeclaration(connector: Connector, log: Log): Connector {
  const { name, check, describe } = connector
  const tell = (member: string, error: unknown) =>
    log(`The connector '${name}' failed in its function ${member}: ${messageOf(error)}`)
  return {
    ...connector,
    settings: withAuthority(connector.settings),
    ...(check !== undefined && {
      check(config, by) {
        try {
          return readComplaints(check(config, by))
        } catch (error) {
          tell('check', error)
          throw new Problem(503, `These settings cannot be checked: the connector of the type '${name}' failed.`)
        }
      },
    }),
    ...(describe !== undefined && {
      describe(service) {
        try {
          return readDescription(describe(service))
        } catch (error) {
          tell('describe', error)
          return { paths: {}, components: {} }
        }
      },
    }),
  }
}

/** Earlier versions declared only where secrets are sent, as `destination`: `true`, or members of an object. */
function withAuthority(settings: ConfigFields): ConfigFields {
  const declared = Object.entries(settings).map(([name, field]) => {
    const destination: unknown = Reflect.get(field, 'destination')
    if (field.authority !== undefined || destination === undefined) return [name, field] as const
    const authority = Array.isArray(destination) ? { addresses: destination.map(String) } : ('addresses' as const)
    return [name, { ...field, authority }] as const
  })
  return Object.fromEntries(declared)
}

function readComplaints(answer: unknown): FieldMessages | null {
  if (answer === null || answer === undefined) return null
  const areTexts = (each: unknown): each is string[] =>
    Array.isArray(each) && each.every((text) => typeof text === 'string')
  if (!isRecord(answer)) throw new Error('it answers no complaints by setting.')
  const complaints: FieldMessages = {}
  for (const [setting, sentences] of Object.entries(answer)) {
    if (!areTexts(sentences)) throw new Error(`the complaints about '${setting}' are no list of sentences.`)
    complaints[setting] = sentences
  }
  return complaints
}

function readDescription(description: ApiDescription): ApiDescription {
  if (isRecord(description) && isRecord(description.paths) && isRecord(description.components)) return description
  throw new Error('it answers no paths and components.')
}
