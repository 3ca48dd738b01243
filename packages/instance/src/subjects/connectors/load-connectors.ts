import { existsSync, readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKind } from '../../gateway/service-kind.ts'
import type { Log } from '../../platform/log.ts'
import { messageOf } from '../../platform/message-of.ts'
import { connectorKind } from './connector-kind.ts'
import { connectorProblem, isConnector } from './read-connector.ts'

interface Loading {
  /** Names of packages, or folders. */
  readonly named: readonly string[]
  /** Where packages are looked for in `node_modules`, and what relative folders begin at. */
  readonly from: string
  readonly log: Log
}

export interface LoadedConnectors {
  readonly kinds: readonly ServiceKind[]
  /** What of `named` could not be loaded. */
  readonly failed: readonly string[]
}

/**
 * Loads the declarations of other makers' connectors; what runs them is loaded by the first call of a service. One that fails is a line
 * in the log, and the others do not notice (docs/connectors.md).
 */
export async function loadConnectors({ named, from, log }: Loading): Promise<LoadedConnectors> {
  const kinds: ServiceKind[] = []
  const failed: string[] = []
  for (const name of named) {
    try {
      kinds.push(...(await kindsOf(entryOf(name, from))))
    } catch (error) {
      failed.push(name)
      log(`The connector '${name}' could not be loaded: ${messageOf(error)}`)
    }
  }
  return { kinds, failed }
}

async function kindsOf(entry: string): Promise<ServiceKind[]> {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(entry).href)
  const given = isRecord(loaded) ? loaded.connectors : undefined
  if (!Array.isArray(given) || given.length === 0) throw new Error('it exports no list named connectors.')
  return given.map((each: unknown) => {
    if (isConnector(each)) return connectorKind(each)
    throw new Error(connectorProblem(each) ?? '')
  })
}

/** The file that a package, or a folder, begins with. */
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
      // Looked for in the next place.
    }
  }
  throw new Error('no package of that name is installed.')
}

/** The part of `exports` that is for the package's own name; `main`, which older ones have; `index.js`. */
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
