export interface Reply<T> {
  data: T
  etag: string | null
  status: number
  headers: Headers
}

/** `stream`: the raw byte stream, for content that may not fit into memory. */
export type ResponseType = 'data' | 'blob' | 'stream'

/** Parses JSON; throws on invalid text. */
export type ParseText = (text: string) => unknown

/**
 * Reads the content of a response. Lists are normalized to `{ resource: […] }`, whether the server wraps them, uses another name, or sends
 * a bare list. The type is what the caller expects of a compatible server; unknown members are preserved.
 */
export async function readResponse<T>(
  response: Response,
  as: ResponseType,
  wrapper: string,
  parse: ParseText = JSON.parse,
): Promise<Reply<T>> {
  return {
    data: (await contentOf(response, as, wrapper, parse)) as T,
    etag: response.headers.get('ETag'),
    status: response.status,
    headers: response.headers,
  }
}

function contentOf(response: Response, as: ResponseType, wrapper: string, parse: ParseText): unknown {
  switch (as) {
    case 'blob':
      return response.blob()
    case 'stream':
      return response.body ?? new Blob([]).stream()
    case 'data':
      return response.text().then((text) => wrapped(parsed(text, parse), wrapper))
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
