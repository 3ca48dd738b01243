import type { FieldMessages } from '@millwright/contract/problem'
import { groupSetting, numberSetting, type Settings, textsSetting } from '../config-values.ts'
import type { CheckConfig } from '../declaration.ts'
import type { Engine } from './engine.ts'

/** Limits of a database's connections; times in milliseconds. */
export interface ServerLimits {
  readonly poolSize: number
  /** Maximum number of connections for streams, besides the pool. */
  readonly streams: number
  readonly connectTimeout: number
  readonly acquireTimeout: number
  /** Maximum duration of a statement. */
  readonly statementTimeout: number
  readonly idleTimeout: number
}

/** The limits in the `options` of a service, in seconds there, clamped to reasonable values (docs/wire/databases.md). */
export function serverLimits(settings: Settings): ServerLimits {
  const options = groupSetting(settings, 'options')
  const whole = (name: string, fallback: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, numberSetting(options, name) ?? fallback)))
  const seconds = (name: string, fallback: number) =>
    Math.min(3600, Math.max(0.1, numberSetting(options, name) ?? fallback)) * 1000
  const poolSize = whole('pool_size', 10, 1, 200)
  return {
    poolSize,
    streams: Math.max(1, Math.ceil(poolSize / 2)),
    connectTimeout: seconds('connect_timeout', 10),
    acquireTimeout: seconds('acquire_timeout', 10),
    statementTimeout: seconds('statement_timeout', 60),
    idleTimeout: seconds('idle_timeout', 60),
  }
}

/** Returns the engine with the functions that a service's `db_functions` adds (docs/wire/databases.md). */
export function withListedFunctions(engine: Engine, settings: Settings): Engine {
  const listed = listedIn(settings).filter(isName)
  return listed.length === 0 ? engine : { ...engine, functions: new Set([...engine.functions, ...listed]) }
}

export const checkFunctionNames: CheckConfig = (config) => {
  const complaints: FieldMessages = {}
  const odd = listedIn(config).find((name) => !isName(name))
  if (odd !== undefined) complaints.db_functions = [`db_functions: '${odd}' is not the name of a function.`]
  return complaints
}

function listedIn(settings: Settings): string[] {
  return textsSetting(settings, 'db_functions').map((name) => name.trim().toLowerCase())
}

function isName(name: string): boolean {
  return /^[a-z_]\w{0,127}(?:\.[a-z_]\w{0,127})?$/.test(name)
}
