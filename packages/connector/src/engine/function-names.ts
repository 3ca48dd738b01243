import type { FieldMessages } from '@millwright/contract/problem'
import { type Settings, textsSetting } from '../config-values.ts'
import type { CheckConfig } from '../declaration.ts'
import type { Engine } from './engine.ts'

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
