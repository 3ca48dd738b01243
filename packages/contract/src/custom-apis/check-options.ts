import { planBounds } from '../records/execution-plan.ts'
import type { Tell } from '../records/plan-problem.ts'
import { isRecord } from '../wire/is-record.ts'
import { pathOf } from './check-request.ts'

const responseHeaders = /^(?:cache-control|content-language|link|x-[a-z0-9-]{1,60})$/i

/** Checks the members of a plan besides its steps. */
export function checkOptions(
  plan: Record<string, unknown>,
  steps: readonly Record<string, unknown>[],
  method: string,
  tell: Tell,
): void {
  const { cache, page, transaction, response } = plan
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
  if (transaction === true)
    tell('execution_plan.transaction', 'is not possible here: write the rows in one step, with rollback in its params.')
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

export function isTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
}
