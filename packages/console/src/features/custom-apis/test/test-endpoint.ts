import type { SavedExample } from '@millwright/contract/custom-apis/saved-examples'
import type { CustomApiTest, TracedStep } from '@millwright/contract/records/custom-api'
import type { PlanStep } from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'
import { send } from '../../../instance/send.ts'
import type { Parameter } from '../plan/parameters.ts'

/** How far a test goes. `dry`: nothing is called, and each request is shown. `read`: writes are refused. `undo`: writes are rolled back. `write`: writes are made. */
const testModes = ['dry', 'read', 'undo', 'write'] as const
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

interface Writes {
  /** Of the requests. */
  readonly verbs: readonly Verb[]
  /** Whether they can be rolled back. */
  readonly canUndo: boolean
  /** Whether they would be made as someone else. */
  readonly byOthers: boolean
}

/** The modes to choose from, safest first. */
export function modesFor({ verbs, canUndo, byOthers }: Writes): readonly TestMode[] {
  if (!hasWrites(verbs)) return ['dry', 'read']
  return testModes.filter((mode) => (mode === 'undo' ? canUndo : mode === 'write' ? !byOthers : true))
}

/** A test without a choice never writes; if there is nothing to write, it reads. */
export function initialMode(verbs: readonly Verb[]): TestMode {
  return hasWrites(verbs) ? 'dry' : 'read'
}

function hasWrites(verbs: readonly Verb[]): boolean {
  return verbs.some((verb) => verb !== 'GET')
}

/** The verbs of the requests of steps. */
export function verbsOfSteps(steps: readonly PlanStep[]): Verb[] {
  return steps.flatMap((step) => (step.type === 'transform' ? [] : [step.method ?? 'GET']))
}

/** What is sent for typed texts; empty ones are not sent, unless they are part of the path. */
export function inputsOf(
  parameters: readonly Parameter[],
  typed: Readonly<Record<string, string>>,
  body: unknown,
): TestInputs {
  const at = (place: Parameter['place']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.place === place && parameter.name !== '')
        .map(({ name }) => [name, typed[`${place}.${name}`] ?? ''] as const)
        .filter(([, text]) => text !== ''),
    )
  return { path_params: at('path'), query: at('query'), ...(body !== undefined && { body }) }
}

/** The texts that give the inputs of an example. */
export function typedOf({ path_params = {}, query = {} }: SavedExample): Record<string, string> {
  const texts = (place: Parameter['place'], values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).map(([name, value]) => [`${place}.${name}`, String(value)] as const)
  return Object.fromEntries([...texts('path', path_params), ...texts('query', query)])
}
