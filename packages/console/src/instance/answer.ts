export interface Reply<T> {
  data: T
  etag: string | null
  status: number
  headers: Headers
}

/** `stream`: the bytes as they come, for what may be too long for the memory. */
export type AnswerForm = 'data' | 'blob' | 'stream'

/** Reads JSON; throws for what is none. */
export type ParseText = (text: string) => unknown

/**
 * The content of an answer. Lists always come out as `{ resource: […] }`, whether the server wrapped them, under another
 * name, or not at all. The type is what the caller expects of a server that speaks the wire; unknown members stay in it.
 */
export async function readAnswer<T>(
  response: Response,
  as: AnswerForm,
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

function contentOf(response: Response, as: AnswerForm, wrapper: string, parse: ParseText): unknown {
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
