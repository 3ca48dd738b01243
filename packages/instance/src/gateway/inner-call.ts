import { Problem } from '@millwright/contract/problem'
import { currentRequest, newRequestId } from '../platform/tracing/request-context.ts'
import type { Caller } from '../request/caller.ts'
import type { FinishedCall, RecordCall } from './ports/usage.ts'

/** A finished request that did not arrive over HTTP by itself. */
interface InnerCall extends Pick<FinishedCall, 'milliseconds' | 'failure' | 'story' | 'isKnown' | 'isCutOff'> {
  readonly requestor: 'MCP' | 'SCRIPT'
  readonly caller: Caller | null
  readonly address: string
  /** Of the response. Defaults to that of the failure, or 200. */
  readonly status?: number
  /** Bytes of the request and response. Unknown if absent. */
  readonly bytesIn?: number | null
  readonly bytesOut?: number | null
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly service: string
  readonly resource: string
}

/** Records a call of an assistant or a script in the usage statistics (docs/wire/usage.md). */
export function recordInner(
  recordCall: RecordCall,
  { verb, service: name, resource, caller, status, bytesIn = null, bytesOut = null, ...ended }: InnerCall,
): void {
  const service = name.toLowerCase()
  recordCall({
    ...ended,
    id: currentRequest()?.id ?? newRequestId(),
    service,
    method: verb,
    caller,
    asked: { verb, service, resource, credentials: { apiKey: null } },
    status: status ?? statusOf(ended.failure),
    bytesIn,
    bytesOut,
    ...(caller?.assistant !== undefined && { client: caller.assistant }),
  })
}

function statusOf(failure: unknown): number {
  if (failure === undefined) return 200
  return failure instanceof Problem ? failure.status : 500
}
