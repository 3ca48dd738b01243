import type { PreviewedStatement, SchemaPreview } from '@millwright/contract/wire/table-schema'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { SchemaCall } from './schema-calls.ts'

/** Makes the calls in order and stops at the first error. */
export async function runCalls(calls: readonly SchemaCall[]): Promise<void> {
  for (const call of calls) {
    const { data } = await send<unknown>(call)
    const refused = refusedRows(data)
    if (refused.length > 0) throw new InstanceError(refused.join('\n'))
  }
}

/** The statements that calls would run, in order. Requires a server with `schema-preview`. */
export async function previewCalls(calls: readonly SchemaCall[], signal?: AbortSignal): Promise<PreviewedStatement[]> {
  const all: PreviewedStatement[] = []
  for (const call of calls) {
    const params = { ...call.params, preview: true }
    // A preview changes nothing, so it is allowed while changes are blocked.
    const { data } = await send<Partial<SchemaPreview>>({ ...call, params, signal, evenLocked: true })
    all.push(...(data.statements ?? []))
  }
  return all
}

/** Some servers respond with 200 to a list of which some rows failed, with errors in their positions. */
function refusedRows(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('resource' in answer) || !Array.isArray(answer.resource))
    return []
  return answer.resource.flatMap((row: unknown) => {
    const error = typeof row === 'object' && row !== null && 'error' in row ? row.error : null
    return typeof error === 'object' && error !== null && 'message' in error ? [String(error.message)] : []
  })
}
