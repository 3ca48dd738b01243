import type { SavedExample } from '@millwright/contract/custom-apis/saved-examples'
import type { PlanStep } from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'
import type { Parameter } from '../plan/parameters.ts'
import { type TestInputs, type TestMode, testModes } from './test-endpoint.ts'

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
  const texts = (place: Parameter['place'], given: Readonly<Record<string, unknown>>) =>
    Object.entries(given).map(([name, value]) => [`${place}.${name}`, String(value)] as const)
  return Object.fromEntries([...texts('path', path_params), ...texts('query', query)])
}
