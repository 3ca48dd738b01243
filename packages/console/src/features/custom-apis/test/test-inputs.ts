import type { PlanStep } from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'
import type { Parameter } from '../plan/parameters.ts'
import { type TestInputs, type TestMode, testModes } from './test-endpoint.ts'

/** The modes to choose from, safest first, given the verbs of the requests. */
export function modesFor(verbs: readonly Verb[]): readonly TestMode[] {
  return hasWrites(verbs) ? testModes : ['dry', 'read']
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
