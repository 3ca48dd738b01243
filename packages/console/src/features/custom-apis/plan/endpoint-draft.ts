import { placeholdersOf } from '@millwright/contract/custom-apis/placeholders'
import { type SavedExample, savedExamples } from '@millwright/contract/custom-apis/saved-examples'
import type { CustomApiEndpoint } from '@millwright/contract/records/custom-api'
import type { ExecutionPlan, PlanStep } from '@millwright/contract/records/execution-plan'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { FormProblem } from '../../../widgets/form/editor-frame/form-problem.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { objectOf } from './members.ts'
import { type Parameter, readParameters, withParameter, withPathParameters, writeParameters } from './parameters.ts'
import { replaceStepName } from './placeholders.ts'
import { keyedSteps, renamedStep, renamingOf, type Steps, withStep } from './step-list.ts'
import { type MadeStep, type StepColumn, stepName } from './table-step.ts'

/** An endpoint as any server may return it. */
export type EndpointRecord = Partial<CustomApiEndpoint>

/** A member of the answer: a placeholder, or any JSON. */
export interface AnswerMember {
  readonly key: number
  readonly name: string
  readonly value: unknown
}

/** The form values of an endpoint, under their API names so that errors match. */
export type EndpointDraft = {
  readonly method: Verb
  readonly path: string
  readonly label: string
  readonly description: string
  readonly is_active: boolean
  readonly request_schema: readonly Parameter[]
  /** The examples that are run before it is published. */
  readonly docs: readonly SavedExample[]
  readonly execution_plan: Steps
  /** Members of the plan besides its steps. */
  readonly plan: Omit<ExecutionPlan, 'steps'>
  /** Empty: the result of the last step. A mapping that is no object is edited as JSON. */
  readonly response_mapping: readonly AnswerMember[] | { readonly whole: unknown }
  /** Text of the JSON view that is not valid; `null` if it is. */
  readonly json: string | null
  /** Members of steps, as `key member`, whose text is not valid JSON. */
  readonly unreadable: readonly string[]
}

export const endpointLabels = {
  method: t.method,
  path: tabWords.path,
  label: t.label,
  description: tabWords.description,
  is_active: tabWords.active,
  request_schema: t.parameters,
  docs: t.examples,
  execution_plan: t.steps,
  plan: t.options,
  response_mapping: t.answer,
  json: t.json,
} as const satisfies { readonly [K in Exclude<keyof EndpointDraft, 'unreadable'>]: string }

/** The members of an endpoint that its JSON view shows. */
export type EndpointDefinition = Pick<
  EndpointRecord,
  | 'method'
  | 'path'
  | 'label'
  | 'description'
  | 'is_active'
  | 'request_schema'
  | 'execution_plan'
  | 'response_mapping'
  | 'docs'
>

/** Form values of an endpoint, or of a new one if `record` is `null`. */
export function draftOfEndpoint(record: EndpointDefinition | null): EndpointDraft {
  const { method = 'GET', execution_plan, response_mapping, request_schema } = record ?? {}
  const path = record?.path ?? '/'
  const { steps, ...plan } = objectOf(execution_plan)
  return {
    method: isVerb(method) ? method : 'GET',
    path,
    label: record?.label ?? '',
    description: record?.description ?? '',
    is_active: record?.is_active !== false,
    request_schema: readParameters(request_schema, path),
    docs: savedExamples(record?.docs),
    execution_plan: keyedSteps(Array.isArray(steps) ? (steps as readonly PlanStep[]) : []),
    plan,
    response_mapping: answerOf(response_mapping),
    json: null,
    unreadable: [],
  }
}

function answerOf(mapping: unknown): EndpointDraft['response_mapping'] {
  if (mapping === null || mapping === undefined) return []
  if (typeof mapping !== 'object' || Array.isArray(mapping)) return { whole: mapping }
  return Object.entries(mapping).map(([name, value], key) => ({ key, name, value }))
}

/** The definition that a draft describes; `stored` has the members that the form does not show. */
export function definitionOf(draft: EndpointDraft, stored: EndpointRecord | null) {
  const { method, response_mapping: answer } = draft
  const path = draft.path.trim()
  const mapping = isMembers(answer)
    ? Object.fromEntries(answer.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]))
    : answer.whole
  return {
    method,
    path,
    label: draft.label.trim() === '' ? null : draft.label.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    is_active: draft.is_active,
    request_schema: writeParameters(withPathParameters(draft.request_schema, path), stored?.request_schema),
    execution_plan: { ...draft.plan, steps: draft.execution_plan.map(({ step }) => step) },
    response_mapping: mapping,
    ...docsOf(draft, stored),
  }
}

/** With other members of what is stored; absent if there are neither examples now nor before. */
function docsOf({ docs: examples }: EndpointDraft, stored: EndpointRecord | null): Pick<EndpointRecord, 'docs'> {
  const isKept = examples.length > 0 || savedExamples(stored?.docs).length > 0
  return isKept ? { docs: { ...objectOf(stored?.docs), examples } } : {}
}

export function isMembers(answer: EndpointDraft['response_mapping']): answer is readonly AnswerMember[] {
  return Array.isArray(answer)
}

/** Validates the form before it is sent; `null` if it is valid. The instance validates the plan. */
export function checkEndpointDraft(draft: EndpointDraft): FormProblem | null {
  const fields: Record<string, string> = {}
  if (draft.json !== null) fields.json = t.jsonInvalid
  if (!/^\/[^\s?#]*$/.test(draft.path.trim())) fields.path = t.pathInvalid
  if (draft.execution_plan.length === 0) fields.execution_plan = t.stepMissing
  if (draft.unreadable.length > 0) fields.execution_plan = t.jsonInvalid
  if (isMembers(draft.response_mapping)) {
    const names = draft.response_mapping.map(({ name }) => name).filter(Boolean)
    if (new Set(names).size < names.length) fields.response_mapping = t.memberTwice
  }
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

/** Adds a step with the parameters that it reads. */
export function withMadeStep(draft: EndpointDraft, { step, parameters }: MadeStep): EndpointDraft {
  const isNamed = (name: string) => draft.path.includes(`{${name}}`)
  const lacking = parameters.filter(({ place, name }) => place === 'path' && !isNamed(name))
  const path = lacking.reduce((now, { name }) => `${now.replace(/\/+$/, '')}/{${name}}`, draft.path)
  return {
    ...draft,
    path,
    request_schema: withPathParameters(parameters.reduce(withParameter, draft.request_schema), path),
    execution_plan: withStep(draft.execution_plan, step),
  }
}

/** Gives a step another id, and changes the placeholders that refer to it. */
export function withStepName(draft: EndpointDraft, key: number, id: string): EndpointDraft {
  const renaming = renamingOf(draft.execution_plan, key, id)
  const execution_plan = renamedStep(draft.execution_plan, key, id)
  if (renaming === null) return { ...draft, execution_plan }
  const { before, after } = renaming
  return { ...draft, execution_plan, response_mapping: replaceStepName(draft.response_mapping, before, after) }
}

/** Placeholders of inputs that no parameter declares: `query.state`. Those of the path are declared by it. */
export function undeclaredIn(draft: EndpointDraft): string[] {
  const answer = isMembers(draft.response_mapping)
    ? draft.response_mapping.map(({ value }) => value)
    : draft.response_mapping
  const used = placeholdersOf([draft.execution_plan.map(({ step }) => step), answer])
  const names = used.flatMap(({ source, path: [name] }) =>
    (source === 'query' || source === 'body' || source === 'header') && name !== undefined ? [`${source}.${name}`] : [],
  )
  const declared = new Set(draft.request_schema.map(({ place, name }) => `${place}.${name}`))
  return [...new Set(names)].filter((name) => !declared.has(name))
}

/** The parameters with one of a name, of the query if there is none yet, and its placeholder. */
export function withDeclared(
  { request_schema: parameters }: EndpointDraft,
  name: string,
  type: StepColumn['type'] = 'string',
): { readonly parameters: readonly Parameter[]; readonly text: string } {
  const word = stepName(name)
  const found = parameters.find((parameter) => parameter.name === word)
  if (found) return { parameters, text: `{${found.place}.${word}}` }
  const added = { place: 'query', name: word, required: false, schema: { type } } as const
  return { parameters: withParameter(parameters, added), text: `{query.${word}}` }
}
