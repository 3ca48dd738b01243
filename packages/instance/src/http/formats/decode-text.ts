import { Problem } from '@millwright/contract/problem'

/** The text of a body, without a byte order mark, by the charset of its Content-Type (lower case), else UTF-8. */
export function decodeText(body: Uint8Array | string, contentType: string): string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/.exec(contentType)?.[1] ?? 'utf-8'
  const decoder = decoderFor(charset)
  try {
    return decoder.decode(body)
  } catch {
    throw new Problem(400, `The body is not valid ${charset.toUpperCase()} text.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  if (charset === 'utf-8') return utf8
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw new Problem(415, `The character set "${charset.slice(0, 40)}" of the body is not known.`)
  }
}
