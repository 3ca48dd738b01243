import {
  callableGroups,
  type PlanProblem,
  planBounds,
  problemAt,
  type RequestSchema,
  stepKey,
  type Tell,
} from '../records/execution-plan.ts'
import { isVerb, verbs } from '../verbs.ts'
import { isRecord } from '../wire/is-record.ts'
import { checkBody, checkParams, checkResource, pathOf } from './check-request.ts'
import { checkPath } from './endpoint-path.ts'
import { schemaProblem } from './json-schema.ts'
import { checkOnly, checkTexts, type Known, placeholdersIn, placeholdersOf } from './placeholders.ts'
import { examplesProblem } from './saved-examples.ts'
import { transactionProblems } from './transaction.ts'
import { operationProblem } from './transform-operations.ts'

/** A service that the endpoints of an API may call. */
export interface SourceService {
  readonly name: string
  /** Group of its type. */
  readonly group: string
  /** Whether several requests to it can be one transaction; absent: not known. */
  readonly hasTransactions?: boolean
}

/** The members of an endpoint that are checked, of whatever type they are. */
export interface CheckedEndpoint {
  readonly method?: unknown
  readonly path?: unknown
  readonly execution_plan?: unknown
  readonly response_mapping?: unknown
  readonly request_schema?: unknown
  readonly docs?: unknown
}

/**
 * What has to be mended before an endpoint can be active, in the order of its steps (docs/wire/custom-apis.md). The instance checks JSON
 * Schemas, tables and fields besides. `others`: the services of the instance that the API does not use, to say why one of them cannot be called.
 */
export function checkEndpoint(
  endpoint: CheckedEndpoint,
  sources: readonly SourceService[],
  others: readonly SourceService[] = [],
): PlanProblem[] {
  const problems: PlanProblem[] = []
  const { execution_plan: plan, response_mapping: mapping } = endpoint
  const tell = teller(problems, null)
  const parameters = checkPath(String(endpoint.path ?? ''))
  if (typeof parameters === 'string') tell('path', parameters)
  if (!isVerb(String(endpoint.method))) tell('method', `must be one of ${verbs.join(', ')}.`)
  checkSchema(endpoint.request_schema, tell)
  const inExamples = examplesProblem(endpoint.docs)
  if (inExamples !== null) tell('docs.examples', inExamples)
  const size = JSON.stringify([plan, mapping])?.length ?? 0
  if (size > planBounds.length)
    return [...problems, ...report('execution_plan', `is longer than ${planBounds.length} characters.`)]
  if (placeholdersOf([plan, mapping]).length > planBounds.placeholders)
    return [...problems, ...report('execution_plan', `has more than ${planBounds.placeholders} placeholders.`)]
  const steps: unknown = isRecord(plan) ? plan.steps : undefined
  if (!Array.isArray(steps) || steps.length === 0)
    return [...problems, ...report('execution_plan', 'must have at least one step.')]
  if (steps.length > planBounds.steps)
    return [...problems, ...report('execution_plan', `has more than ${planBounds.steps} steps.`)]

  const known: Known = {
    parameters: typeof parameters === 'string' ? null : parameters,
    schema: isRecord(endpoint.request_schema) ? (endpoint.request_schema as RequestSchema) : {},
    keys: new Set(),
    isEach: false,
  }
  const keys = new Set<string>()
  for (const [index, step] of steps.entries()) {
    if (!isRecord(step)) {
      tell(`steps.${index}`, 'must be an object.')
      continue
    }
    const key = stepKey(step, index)
    const at = teller(problems, String(key))
    if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key))
      at('id', 'must be at most 64 letters, digits, underscores and dashes.')
    if (keys.has(key)) at('id', 'is the key of an earlier step, too.')
    checkStep(step, { ...known, keys: new Set(keys), isEach: step.each !== undefined }, { sources, others }, at)
    keys.add(key)
  }
  checkTexts(mapping, 'response_mapping', { ...known, keys }, tell)
  if (isRecord(plan)) checkOptions(plan, steps.filter(isRecord), String(endpoint.method), tell)
  if (isRecord(plan) && plan.transaction === true) problems.push(...transactionProblems(plan, sources))
  return problems
}

function teller(problems: PlanProblem[], step: string | null): Tell {
  return (member, sentence) => problems.push(problemAt(step, member, sentence))
}

const report = (member: string, sentence: string): PlanProblem[] => [problemAt(null, member, sentence)]

interface Services {
  readonly sources: readonly SourceService[]
  readonly others: readonly SourceService[]
}

function checkStep(step: Record<string, unknown>, known: Known, services: Services, at: Tell): void {
  const { type = 'service_request' } = step
  if (step.when !== undefined) checkOnly(step.when, 'when', known, at)
  if (type === 'transform') {
    checkTransform(step, known, at)
    return
  }
  if (type !== 'service_request') {
    at('type', "must be 'service_request' or 'transform'.")
    return
  }
  checkService(step.service, services, at)
  const { method = 'GET', resource = '', params = {}, aliases = {} } = step
  if (typeof method !== 'string' || !isVerb(method.toUpperCase())) at('method', `must be one of ${verbs.join(', ')}.`)
  if (typeof resource === 'string') checkResource(resource, known, at)
  else at('resource', 'must be a text.')
  if (isRecord(params)) checkParams(params, String(resource), known, at)
  else if (!(Array.isArray(params) && params.length === 0)) at('params', 'must be an object.')
  if (step.each !== undefined) checkOnly(step.each, 'each', { ...known, isEach: false }, at)
  if (step.body !== undefined && step.body !== null) checkBody(step.body, String(resource), known, at)
  if (!isTexts(aliases)) at('aliases', 'must be an object of texts.')
}

function checkService(service: unknown, { sources, others }: Services, at: Tell): void {
  if (typeof service !== 'string' || service === '') {
    at('service', 'must be the name of a service.')
    return
  }
  const same = (one: SourceService) => one.name.toLowerCase() === service.toLowerCase()
  const shown = service.slice(0, 64)
  const found = sources.find(same)
  if (found === undefined && placeholdersIn(service).length > 0) {
    at('service', 'cannot have placeholders.')
    return
  }
  const other = others.find(same)
  const group = found?.group ?? other?.group
  if (group === 'API Builder') {
    at('service', `'${shown}' is a custom API: they cannot call each other.`)
    return
  }
  if (group !== undefined && !callableGroups.has(group)) {
    at('service', `services of the group ${group}, such as '${shown}', cannot be called.`)
    return
  }
  if (found !== undefined) return
  if (other === undefined) {
    at('service', `there is no service '${shown}'.`)
    return
  }
  at('service', `'${shown}' is not among the services of this API.`)
}

function checkTransform({ from, ops = [] }: Record<string, unknown>, known: Known, at: Tell): void {
  checkOnly(from, 'from', known, at)
  if (!Array.isArray(ops)) {
    at('ops', 'must be a list.')
    return
  }
  if (ops.length > planBounds.operations) {
    at('ops', `has more than ${planBounds.operations} operations.`)
    return
  }
  for (const [index, operation] of ops.entries()) {
    const problem = operationProblem(operation)
    if (problem !== null) at(`ops.${index}`, problem)
    else checkTexts(operation, `ops.${index}`, known, at)
  }
}

function checkSchema(schema: unknown, tell: Tell): void {
  if (schema === undefined || schema === null || (Array.isArray(schema) && schema.length === 0)) return
  if (!isRecord(schema)) {
    tell('request_schema', 'must be an object with the members path, query, header and body.')
    return
  }
  for (const member of ['path', 'query', 'header', 'body']) checkPart(schema[member], `request_schema.${member}`, tell)
}

function checkPart(schema: unknown, member: string, tell: Tell): void {
  if (schema === undefined || schema === null) return
  const problem = schemaProblem(schema)
  if (problem !== null) tell(member, problem)
}

const responseHeaders = /^(?:cache-control|content-language|link|x-[a-z0-9-]{1,60})$/i

/** Checks the members of a plan besides its steps. */
function checkOptions(
  plan: Record<string, unknown>,
  steps: readonly Record<string, unknown>[],
  method: string,
  tell: Tell,
): void {
  const { cache, page, response } = plan
  const methodOf = (step: Record<string, unknown>) => String(step.method ?? 'GET').toUpperCase()
  const requests = steps.filter(({ type = 'service_request' }) => type === 'service_request')
  const writes = requests.filter((step) => methodOf(step) !== 'GET')
  if (cache !== undefined && cache !== null) {
    const ttl = isRecord(cache) ? cache.ttl : undefined
    if (!Number.isInteger(ttl) || Number(ttl) < 1 || Number(ttl) > planBounds.cacheSeconds)
      tell('execution_plan.cache', `ttl must be a whole number of seconds up to ${planBounds.cacheSeconds}.`)
    if (method !== 'GET' || writes.length > 0)
      tell('execution_plan.cache', 'is only for endpoints that read, with the method GET.')
  }
  if (page === true && !/^_table\/[^/]+$/.test(pathOf(requests[0]?.resource)))
    tell('execution_plan.page', 'needs a first step that reads a table.')
  if (response === undefined || response === null) return
  const { status = 200, headers = {} } = isRecord(response) ? response : { status: null }
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 299)
    tell('execution_plan.response', 'status must be a whole number from 200 to 299.')
  if (!isTexts(headers) || Object.keys(headers ?? {}).some((name) => !responseHeaders.test(name)))
    tell(
      'execution_plan.response',
      'headers can be Cache-Control, Content-Language, Link, and names that begin with X-.',
    )
}

function isTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
}
