import type { PlanProblem } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { InstanceError } from '../../../instance/instance-error.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'

/** The problems of an endpoint that a 422 lists (docs/wire/custom-apis.md), alone or in a batch of one; none in other errors. */
export function problemsOfError({ context }: InstanceError): readonly PlanProblem[] {
  if (!isRecord(context)) return []
  if (Array.isArray(context.problems)) return context.problems.filter(isProblem)
  const rows: readonly unknown[] = Array.isArray(context.resource) ? context.resource : []
  return rows.flatMap((row) => {
    const inner = isRecord(row) && isRecord(row.context) ? row.context.problems : null
    return Array.isArray(inner) ? inner.filter(isProblem) : []
  })
}

function isProblem(value: unknown): value is PlanProblem {
  return isRecord(value) && typeof value.member === 'string' && typeof value.message === 'string'
}

/** Messages in the page's language, once `serverMessages` are loaded, by field of the form: of a step under `execution_plan.{key}.{member}`. */
export function problemFields(problems: readonly PlanProblem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const problem of problems) {
    const field = fieldOf(problem)
    const message = serverMessages.say(problem.message)
    fields[field] = fields[field] === undefined ? message : `${fields[field]} ${message}`
  }
  return fields
}

/** The error as one about fields of the form. */
export function withProblemFields(error: InstanceError): InstanceError {
  const problems = problemsOfError(error)
  if (problems.length === 0) return error
  const fields = Object.entries(problemFields(problems)).map(([field, message]) => [field, [message]])
  return new InstanceError(error.message, {
    kind: error.kind,
    status: error.status,
    code: error.code,
    context: error.context,
    fields: Object.fromEntries(fields),
    cause: error,
  })
}

const ofPlan = /^execution_plan\.(cache|page|transaction|response)/

function fieldOf({ step, member }: PlanProblem): string {
  if (step !== null) return stepField(step, member)
  if (ofPlan.test(member)) return 'plan'
  if (member.startsWith('steps.')) return 'execution_plan'
  const [field = ''] = member.split('.')
  return field
}

export function stepField(step: string, member: string): string {
  return `execution_plan.${step}.${member}`
}

/** The messages about a step, by member. */
export function stepProblems(fields: Readonly<Record<string, string>>, step: string): ReadonlyMap<string, string> {
  const lead = stepField(step, '')
  return new Map(
    Object.entries(fields).flatMap(([field, message]) =>
      field.startsWith(lead) ? [[field.slice(lead.length), message] as const] : [],
    ),
  )
}

/** Members of a step that its card shows messages at; those in them are shown there too. */
const shownMembers = [
  'service',
  'resource',
  'method',
  'params.fields',
  'params.filter',
  'params.order',
  'params.limit',
  'body',
  'from',
  'ops',
  'when',
  'each',
  'id',
]

/** The message for a control of a step. */
export function messageAt(problems: ReadonlyMap<string, string>, member: string): string | undefined {
  const found = [...problems]
    .filter(([at]) => at === member || at.startsWith(`${member}.`))
    .map(([, message]) => message)
  return found.length === 0 ? undefined : found.join(' ')
}

/** Messages that no control of the card shows. */
export function otherMessages(problems: ReadonlyMap<string, string>): readonly string[] {
  return [...problems].flatMap(([at, message]) =>
    shownMembers.some((member) => at === member || at.startsWith(`${member}.`)) ? [] : [message],
  )
}
