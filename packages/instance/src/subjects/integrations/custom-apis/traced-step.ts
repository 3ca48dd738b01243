import { withoutSecrets } from '@millwright/connector/masked'
import type { RightsHolder, TracedRights, TracedStep } from '@millwright/contract/records/custom-api-test'
import { isRecord } from '@millwright/contract/wire/is-record'
import { stepRequestor } from '../../../access/step-requestor.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { callerOfSteps } from './call-endpoint.ts'
import type { Endpoint } from './published-apis.ts'
import type { EndedStep } from './run-plan.ts'
import type { StepCall } from './step-call.ts'

const longestPreview = 120

/** A step as traces show it, without secrets. */
export function tracedStep(ended: EndedStep, rightsOf: (call: StepCall) => TracedRights): TracedStep {
  const { key, type, call, result, error, skipped, isCached, milliseconds } = ended
  const rows = rowsIn(result)
  const text = result === undefined || result === null ? '' : JSON.stringify(result)
  return {
    ...{ key, type, service: call?.service ?? null, resource: call?.resource ?? null, method: call?.verb ?? null },
    ...{ ok: error === undefined, skipped, ms: milliseconds, bytes: Buffer.byteLength(text), cached: isCached },
    ...(error === undefined
      ? { preview: rows === null ? previewOf(result) : `${rows} row(s)` }
      : { error: error.message }),
    ...(rows === null ? {} : { rows }),
    rights: call === null ? null : rightsOf(call),
  }
}

const previewOf = (result: unknown) => (JSON.stringify(withoutSecrets(result)) ?? '').slice(0, longestPreview)

/** The rows of a list, or of the lists of a step with `each`; `null`: the result is none. */
function rowsIn(result: unknown): number | null {
  if (isRecord(result)) return Array.isArray(result.resource) ? result.resource.length : null
  if (!Array.isArray(result) || result.length === 0) return null
  const lists = result.map((each) => (isRecord(each) && Array.isArray(each.resource) ? each.resource.length : null))
  return lists.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
}

/** Says with which rights the steps of an endpoint are made. The author's role is told to full administrators only. */
export async function rightsOfSteps(
  endpoint: Pick<Endpoint, 'author'>,
  { request, asker }: { readonly request: ApiRequest; readonly asker: Caller },
  parts: Pick<Parts, 'authorities'>,
): Promise<(call: StepCall) => TracedRights> {
  const caller = await callerOfSteps(endpoint, request, parts)
  const authority = await parts.authorities(endpoint.author)
  const own = holder(request.caller)
  const author: RightsHolder = authority === null ? { sysadmin: true, role: null } : holder(authority.caller)
  const shown = asker.sysadmin ? author : { ...author, role: null }
  return (call) => ({ requestor: stepRequestor({ ...call, caller }, request.requestor), caller: own, author: shown })
}

const holder = ({ sysadmin, role }: Caller): RightsHolder => ({
  sysadmin,
  role: sysadmin ? null : (role?.name ?? null),
})
