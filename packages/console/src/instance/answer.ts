export interface Reply<T> {
  data: T
  etag: string | null
  status: number
  headers: Headers
}

/** Reads JSON; throws for what is none. */
export type ParseText = (text: string) => unknown

/**
 * The content of an answer. Lists always come out as `{ resource: […] }`, whether the server wrapped them, under another
 * name, or not at all. The type is what the caller expects of a server that speaks the wire; unknown members stay in it.
 */
export async function readAnswer<T>(
  response: Response,
  as: 'data' | 'blob',
  wrapper: string,
  parse: ParseText = JSON.parse,
): Promise<Reply<T>> {
  const content = as === 'blob' ? await response.blob() : wrapped(parsed(await response.text(), parse), wrapper)
  return {
    data: content as T,
    etag: response.headers.get('ETag'),
    status: response.status,
    headers: response.headers,
  }
}

function parsed(text: string, parse: ParseText): unknown {
  if (text === '') return null
  try {
    return parse(text)
  } catch {
    return text
  }
}

function wrapped(body: unknown, wrapper: string): unknown {
  if (Array.isArray(body)) return { resource: body }
  if (wrapper === 'resource' || typeof body !== 'object' || body === null) return body
  const { [wrapper]: rows, ...rest } = { ...body } as Record<string, unknown>
  return Array.isArray(rows) ? { ...rest, resource: rows } : body
}
