import { InstanceError } from './instance-error.ts'

interface FieldsCall {
  readonly verb: string
  readonly path: string
  readonly params?: Readonly<Record<string, unknown>>
}

/**
 * Reads `system` records from servers that fail when only some fields are requested: after the first failure, the collection is always
 * requested with all fields. If that fails too, the original error is thrown.
 */
export function withAllFieldsFallback() {
  const whole = new Set<string>()
  return async <C extends FieldsCall, R>(call: C, ask: (call: C) => Promise<R>): Promise<R> => {
    const collection = collectionOf(call)
    if (collection === null) return ask(call)
    const all = { ...call, params: { ...call.params, fields: '*' } }
    if (whole.has(collection)) return ask(all)
    try {
      return await ask(call)
    } catch (error) {
      if (!(error instanceof InstanceError) || error.status !== 500) throw error
      const answer = await ask(all).catch(() => {
        throw error
      })
      whole.add(collection)
      return answer
    }
  }
}

/** `system/scheduler` for `system/scheduler/3`; `null` unless the call reads selected fields of system records. */
function collectionOf({ verb, path, params }: FieldsCall): string | null {
  const [service, resource] = path.split('/')
  const some = typeof params?.fields === 'string' && params.fields !== '*'
  return verb === 'GET' && service === 'system' && resource !== undefined && some ? `${service}/${resource}` : null
}
