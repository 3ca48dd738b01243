import type { TableName } from '../catalog.ts'
import type { Session } from '../engine.ts'
import type { Settings } from '../settings.ts'
import type { BoundValue, DatabaseRow } from '../statement.ts'

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

/** How an engine tells and calls its routines. */
export interface RoutineDialect {
  /** Those that the user may call; several of one name differ in their parameters. `settings`: of the service. */
  list(session: Session, settings: Settings): Promise<readonly Routine[]>
  /** `values` has one for each of `routine.params`, also for those that only come out. All statements are on one connection. */
  call(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult>
}
