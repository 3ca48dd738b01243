import type { TableName } from './catalog.ts'
import type { BoundValue, DatabaseRow } from './statement.ts'

/** A stored procedure or function; `schema` as for tables. */
export interface Routine extends TableName {
  readonly kind: 'procedure' | 'function'
  /** What a call returns: nothing, one value, or rows. */
  readonly answers: 'nothing' | 'value' | 'rows'
  /** The type of the return value, in the engine's spelling; `null` if there is none. */
  readonly returnType: string | null
  readonly params: readonly RoutineParam[]
}

export interface RoutineParam {
  readonly name: string
  readonly mode: 'IN' | 'OUT' | 'INOUT'
  readonly dbType: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  /** As the engine prints it; `null` if there is none or the engine does not report it. */
  readonly default: string | null
  /** Whether a call can omit the parameter. */
  readonly optional: boolean
  /** Whether it takes all further values, as a list (PostgreSQL's VARIADIC); absent: it does not. */
  readonly takesRest?: true
}

/** Values of the input parameters, by position; `undefined` for omitted parameters, which have their defaults. */
export type RoutineArguments = readonly (BoundValue | undefined)[]

export interface RoutineResult {
  readonly sets: readonly (readonly DatabaseRow[])[]
  /** Values of the output parameters, by name; `null` if there are none. */
  readonly outputs: DatabaseRow | null
}

/** Whether a call passes a value for the parameter. */
export function takesValue({ mode }: RoutineParam): boolean {
  return mode !== 'OUT'
}
