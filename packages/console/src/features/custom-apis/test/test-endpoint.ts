import type { CustomApiTest, TracedStep } from '@millwright/contract/records/custom-api'
import { send } from '../../../instance/send.ts'

/** How far a test goes. `dry`: nothing is called, and each request is shown. `read`: writes are refused. `undo`: writes are rolled back. `write`: writes are made. */
export const testModes = ['dry', 'read', 'undo', 'write'] as const
export type TestMode = (typeof testModes)[number]

/** The answer to a test, as any server may return it. */
export interface TestAnswer {
  readonly ok?: boolean
  readonly dry_run?: boolean
  readonly result?: unknown
  readonly error?: unknown
  readonly trace?: readonly Partial<TracedStep>[]
}

export interface TestCall {
  /** The endpoint as it is in the form, saved or not. */
  readonly endpoint: NonNullable<CustomApiTest['endpoint']>
  readonly inputs: TestInputs
  readonly mode: TestMode
  /** `null`: oneself. */
  readonly as: NonNullable<CustomApiTest['as']> | null
}

export type TestInputs = Pick<CustomApiTest, 'path_params' | 'query' | 'header' | 'body'>

const modeMembers: Readonly<Record<TestMode, CustomApiTest>> = {
  dry: { dry_run: true },
  read: { dry_run: false },
  // A server that does not know it makes a dry run.
  undo: { rollback: true },
  write: { dry_run: false, allow_writes: true },
}

/** Runs an endpoint without publishing it. Throws `InstanceError` if it cannot be run at all. */
export async function testEndpoint({ endpoint, inputs, mode, as }: TestCall, signal: AbortSignal): Promise<TestAnswer> {
  const body: CustomApiTest = { endpoint, ...inputs, ...modeMembers[mode], ...(as && { as }), trace: true }
  const { data } = await send<TestAnswer>({ verb: 'POST', path: 'system/custom_api_test', body, signal })
  return data
}

/** The sentence of an error in a trace or answer. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : null
  return typeof message === 'string' ? message : JSON.stringify(error)
}
