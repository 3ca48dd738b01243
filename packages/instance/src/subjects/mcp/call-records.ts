import { Problem } from '@millwright/contract/problem'
import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { FinishedCall, RecordCall } from '../../gateway/ports/usage.ts'
import { currentRequest, newRequestId } from '../../platform/tracing/request-context.ts'
import type { Caller } from '../../request/caller.ts'
import { isAbandoned } from './protocol/deadline.ts'

/** A finished tool call, or a request that one made. */
interface Ended extends Pick<FinishedCall, 'milliseconds' | 'failure' | 'story' | 'isKnown'> {
  /** Bytes of the request and response. Unknown if absent. */
  readonly bytesIn?: number | null
  readonly bytesOut?: number | null
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly service: string
  readonly resource: string
  readonly signal: AbortSignal
}

/** Records the calls of assistants in the usage statistics (docs/wire/usage.md). */
export function recordEnded(
  recordCall: RecordCall,
  { caller, address }: Pick<McpCaller, 'address'> & { readonly caller: Caller | null },
  { verb, service: name, resource, signal, bytesIn = null, bytesOut = null, ...ended }: Ended,
): void {
  const service = name.toLowerCase()
  recordCall({
    ...ended,
    ...{ id: currentRequest()?.id ?? newRequestId(), service, method: verb, caller, address },
    asked: { verb, service, resource, credentials: { apiKey: null } },
    status: statusOf(ended.failure),
    isCutOff: isAbandoned(signal),
    bytesIn,
    bytesOut,
    requestor: 'MCP',
    ...(caller?.assistant !== undefined && { client: caller.assistant }),
  })
}

function statusOf(failure: unknown): number {
  if (failure === undefined) return 200
  return failure instanceof Problem ? failure.status : 500
}
