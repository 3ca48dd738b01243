import type { RequestSchema } from '../records/execution-plan.ts'
import type { Tell } from '../records/plan-problem.ts'
import { eachText, onlyPlaceholder, type Placeholder, placeholdersIn } from './placeholders.ts'

/** What placeholders can name. */
export interface Known {
  /** Of the path; `null`: not known. */
  readonly parameters: readonly string[] | null
  readonly schema: RequestSchema
  /** Keys of earlier steps. */
  readonly keys: ReadonlySet<string>
  readonly isEach: boolean
}

export function checkOnly(value: unknown, member: string, known: Known, at: Tell): void {
  if (typeof value === 'string' && onlyPlaceholder(value) !== null) {
    checkTexts(value, member, known, at)
    return
  }
  at(member, 'must be one placeholder, such as {steps.orders.resource}.')
}

export function checkTexts(value: unknown, member: string, known: Known, at: Tell): void {
  const seen = new Set<string>()
  for (const placeholder of placeholdersOf(value)) {
    const problem = seen.has(placeholder.text) ? null : placeholderProblem(placeholder, known)
    seen.add(placeholder.text)
    if (problem !== null) at(member, problem)
  }
}

const constants: Partial<Record<string, readonly string[]>> = {
  user: ['id', 'email'],
  role: ['id', 'name'],
  app: ['id', 'name'],
}

/** Headers with credentials, which no plan passes on. */
const credentials = /^(?:authorization|cookie|.*api-key|.*session-token|.*csrf.*)$/i

function placeholderProblem({ source, path, text }: Placeholder, known: Known): string | null {
  const [first] = path
  const allowed = constants[source]
  if (allowed !== undefined)
    return path.length === 1 && allowed.includes(String(first))
      ? null
      : `${text} does not exist: ${source} has ${allowed.join(' and ')}.`
  if (source === 'now') return path.length === 0 ? null : `${text} does not exist: it is {now}.`
  if (source === 'item') return known.isEach ? null : `${text} is only there in steps with 'each'.`
  if (source === 'steps') {
    if (first !== undefined && known.keys.has(first)) return null
    return `${text} does not name an earlier step.`
  }
  if (source === 'path') {
    if (known.parameters === null || (path.length === 1 && known.parameters.includes(String(first)))) return null
    return `${text} is not a parameter of the path.`
  }
  if (source === 'header' && credentials.test(String(first))) return `${text} has credentials, which are not passed on.`
  if ((source === 'query' || source === 'header') && path.length !== 1) return `${text} must name one value.`
  return null
}

export function placeholdersOf(value: unknown): Placeholder[] {
  const found: Placeholder[] = []
  eachText(value, (text) => found.push(...placeholdersIn(text)))
  return found
}
