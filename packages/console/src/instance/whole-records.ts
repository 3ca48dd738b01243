import { InstanceError } from './instance-error.ts'

interface FieldsCall {
  readonly verb: string
  readonly path: string
  readonly params?: Readonly<Record<string, unknown>>
}

/**
 * Reads records of `system` from servers that fail when only some of a record's fields are asked for: once with all of them, and
 * from then on no other way. A failure that this does not cure is told as it was.
 */
export function wholeRecords() {
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

/** `system/scheduler` of `system/scheduler/3`; null where not some of the fields of its records are read. */
function collectionOf({ verb, path, params }: FieldsCall): string | null {
  const [service, resource] = path.split('/')
  const some = typeof params?.fields === 'string' && params.fields !== '*'
  return verb === 'GET' && service === 'system' && resource !== undefined && some ? `${service}/${resource}` : null
}
