import { verbsOf } from '@millwright/contract/verbs'
import type { Engine } from '../../../engines/engine.ts'
import type { Routine } from '../../../engines/routine.ts'
import { labelOf } from '../schema/labels.ts'
import { wireName } from '../schema/table-name.ts'

/** Returns an entry of a list of routines; `mask`: verbs available to the caller. */
export function wireRoutineEntry(name: string, mask: number) {
  return { name, label: labelOf(name), alias: null, description: null, native: [], access: verbsOf(mask) }
}

/** Returns the description of a routine (docs/wire/databases.md). */
export function wireRoutine(engine: Engine, routine: Routine, mask: number) {
  const { returnType, answers, params } = routine
  return {
    ...wireRoutineEntry(wireName(routine), mask),
    return_type: answers === 'value' && returnType !== null ? typeOf(engine, returnType) : null,
    return_schema: [],
    params: params.map((param, index) => ({
      name: param.name,
      position: index + 1,
      param_type: param.mode,
      type: engine.schema.simpleType(param),
      db_type: param.dbType,
      length: param.length,
      precision: param.precision,
      scale: param.scale,
      default: param.default,
    })),
    access: mask,
  }
}

function typeOf(engine: Engine, dbType: string): string {
  return engine.schema.simpleType({ dbType, length: null, precision: null })
}
