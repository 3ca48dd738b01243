import type { TableName } from './catalog.ts'
import type { BoundValue, DatabaseRow } from './statement.ts'

/** A stored procedure or function; `schema` as that of tables. */
export interface Routine extends TableName {
  readonly kind: 'procedure' | 'function'
  /** What a call answers: nothing of its own, one value, or rows. */
  readonly answers: 'nothing' | 'value' | 'rows'
  /** The type of the value in the engine's words; null without one. */
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
  /** As the engine prints it; null: there is none, or it does not tell. */
  readonly default: string | null
  /** Whether a call can leave it out. */
  readonly optional: boolean
}

/** The value of each parameter that goes in, by position; undefined: left out, for the default to stand. */
export type RoutineArguments = readonly (BoundValue | undefined)[]

export interface RoutineResult {
  readonly sets: readonly (readonly DatabaseRow[])[]
  /** Values of the parameters that come out, by name; null when there are none. */
  readonly outputs: DatabaseRow | null
}

/** Whether a call gives the parameter a value. */
export function takesValue({ mode }: RoutineParam): boolean {
  return mode !== 'OUT'
}
