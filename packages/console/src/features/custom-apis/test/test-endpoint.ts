import { send } from '../../../instance/send.ts'

/**
 * How far a test goes. `dry`: nothing is called, and each request is shown. `read`: reads are made, writes are refused. `rollback`: writes
 * are made and undone. `write`: writes stay.
 */
export const testModes = ['dry', 'read', 'rollback', 'write'] as const
export type TestMode = (typeof testModes)[number]

/** What became of a step. */
export interface TraceEntry {
  readonly key?: string
  readonly type?: string
  readonly service?: string
  readonly resource?: string
  readonly method?: string
  readonly ok?: boolean
  readonly skipped?: boolean
  readonly cached?: boolean
  readonly preview?: unknown
  readonly error?: unknown
  readonly rows?: number | null
  readonly ms?: number | null
}

export interface TestAnswer {
  readonly ok?: boolean
  readonly dry_run?: boolean
  readonly result?: unknown
  readonly error?: unknown
  readonly trace?: readonly TraceEntry[]
}

export interface TestCall {
  /** The endpoint as it is in the form, saved or not. */
  readonly endpoint: object
  readonly inputs: TestInputs
  readonly mode: TestMode
}

export interface TestInputs {
  readonly path_params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const modeMembers: Readonly<Record<TestMode, object>> = {
  dry: { dry_run: true },
  read: { dry_run: false },
  rollback: { dry_run: false, rollback: true },
  write: { dry_run: false, allow_writes: true },
}

/** Runs an endpoint without publishing it. Throws `InstanceError` if it cannot be run at all. */
export async function testEndpoint({ endpoint, inputs, mode }: TestCall, signal: AbortSignal): Promise<TestAnswer> {
  const body = { endpoint, ...inputs, ...modeMembers[mode], trace: true }
  const { data } = await send<TestAnswer>({ verb: 'POST', path: 'api_builder/test', body, signal })
  return data
}

/** The sentence of an error in a trace or answer. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : null
  return typeof message === 'string' ? message : JSON.stringify(error)
}
