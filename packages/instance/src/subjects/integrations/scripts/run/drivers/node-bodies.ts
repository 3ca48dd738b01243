type Fields = Record<string, unknown>

/**
 * Prepares the bodies of an event for a script: bytes as a `Buffer`, and `records` beside the body, its records as one list however they are
 * wrapped. The items of the list are those of the body, so changes to them are changes of the body. The returned function removes the
 * list, after it has put one that is no longer the body's own in place of the records, and the bytes that the script received.
 *
 * Evaluated from its source text inside the context of scripts, so it must not refer to anything outside itself.
 */
export function linkBodies(event: Fields, buffers: unknown): () => void {
  const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
  const isRecord = (value: unknown): value is Fields =>
    isFields(value) && !Array.isArray(value) && !ArrayBuffer.isView(value)

  /** Bytes arrive as Node.js writes a `Buffer`, with Base64. */
  function bytesIn(value: unknown): unknown {
    if (!isRecord(value) || value.type !== 'Buffer' || typeof value.data !== 'string') return null
    return typeof buffers === 'function' ? Reflect.get(buffers, 'from')(value.data, 'base64') : null
  }

  function link(owner: unknown, member: string): () => void {
    if (!isRecord(owner)) return () => undefined
    const body = owner[member]
    const inner = isRecord(body) && 'resource' in body ? body.resource : body
    const isList = Array.isArray(inner) && inner.every(isRecord)
    const isOne = isRecord(inner) && Object.keys(inner).some((key) => key !== 'error' && key !== 'ids')
    const list: unknown[] = isList ? inner : isOne ? [inner] : []
    owner.records = list
    return () => {
      const now = owner.records
      delete owner.records
      const isOwn = now === list && (isList || (isOne ? list.length === 1 && list[0] === inner : list.length === 0))
      if (isOwn || !Array.isArray(now) || owner[member] !== body) return
      const put: unknown = isOne && now.length === 1 ? now[0] : now
      if (inner !== body && isRecord(body)) body.resource = put
      else owner[member] = isList || (isOne && now.length === 1) ? put : { resource: now }
    }
  }

  const { request, response } = event
  const bytes = isRecord(request) ? bytesIn(request.payload) : null
  if (isRecord(request) && bytes !== null) request.payload = bytes
  const links = [link(request, 'payload'), link(response, 'content')]
  return () => {
    for (const unlink of links) unlink()
    if (isRecord(request) && bytes !== null && request.payload === bytes) request.payload = null
  }
}
