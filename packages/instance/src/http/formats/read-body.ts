import { Problem } from '@millwright/contract/problem'
import { EncodingRecognizer } from '@millwright/contract/wire/text-encoding'
import { checkSeparators, mostMembers, readJson, tooManyMembers } from '../json.ts'
import type { BodyBounds, ReadBody } from './body-format.ts'

/**
 * Parses a request's body by its Content-Type; without a specific one, by what it looks like (docs/wire/formats.md). Throws 400
 * with a sentence if it is invalid, 413 for more values than `bounds` allow, 415 for an unknown encoding. Asynchronous only for large JSON,
 * XML, CSV and multipart forms.
 */
export function readSentBody(
  body: Uint8Array | string,
  contentType: string | undefined,
  bounds: BodyBounds,
): ReadBody | Promise<ReadBody> {
  const type = contentType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/form-data') && typeof body !== 'string') return multipart(body, contentType ?? '')
  const text = decodeText(body, type)
  if (text.trim() === '') return { payload: undefined, format: 'none' }
  if (text.includes('\0')) throw new Problem(400, 'The body holds the character NUL.')
  const media = type.split(';', 1)[0] ?? ''
  if (media.includes('json')) return json(text, bounds)
  if (media.includes('x-www-form-urlencoded'))
    return { payload: readForm(text, mostMembers(bounds.values)), format: 'form' }
  if (media.includes('xml')) return xml(text, bounds)
  if (media.includes('csv')) return csv(text, contentType ?? '', bounds)
  return sniff(text, media, bounds)
}

function sniff(text: string, media: string, bounds: BodyBounds): ReadBody | Promise<ReadBody> {
  const start = text.trimStart()
  if (/^[[{]/.test(start)) return json(text, bounds)
  if (start.startsWith('<')) return xml(text, bounds)
  if (media.trim() === 'text/plain') return { payload: text, format: 'none' }
  if (hasColumns(start)) return csv(text, '', bounds)
  throw new Problem(400, 'The body is neither JSON nor XML nor CSV. Name its format in the header Content-Type.')
}

/** Whether a first line with a delimiter is followed by another line. */
function hasColumns(text: string): boolean {
  const sign = text.search(/[,;\t|]/)
  const end = text.indexOf('\n')
  return sign >= 0 && sign < end && end + 1 < text.length
}

async function multipart(body: Uint8Array, contentType: string): Promise<ReadBody> {
  const { readMultipart } = await import('./multipart.ts')
  return { payload: await readMultipart(body, contentType), format: 'form' }
}

function json(text: string, { values }: BodyBounds): ReadBody | Promise<ReadBody> {
  const payload = readJson(text, values)
  return payload instanceof Promise
    ? payload.then((read) => ({ payload: read, format: 'json' }))
    : { payload, format: 'json' }
}

async function xml(text: string, { values }: BodyBounds): Promise<ReadBody> {
  const { readXml } = await import('./read-xml.ts')
  return { payload: await readXml(text, values), format: 'xml' }
}

async function csv(text: string, contentType: string, bounds: BodyBounds): Promise<ReadBody> {
  const { readCsvBody } = await import('./read-csv.ts')
  return readCsvBody(text, contentType, bounds)
}

/** Parses a form's fields as texts. The last of repeated names wins; `name[]` collects values in a list. */
function readForm(text: string, maxFields: number): Record<string, string | string[]> {
  checkSeparators(text, /&/g, maxFields, tooManyMembers)
  const fields = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) {
      fields.set(key, value)
      continue
    }
    const name = key.slice(0, -2)
    const collected = fields.get(name)
    if (Array.isArray(collected)) collected.push(value)
    else fields.set(name, [value])
  }
  fields.delete('__proto__')
  return Object.fromEntries(fields)
}

/**
 * Decodes the text of a body, without a byte order mark, by the charset of its lower-case Content-Type; by default it
 * is UTF-8, and for CSV what its bytes show.
 */
function decodeText(body: Uint8Array | string, contentType: string): string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/.exec(contentType)?.[1] ?? usualEncoding(body, contentType)
  const decoder = decoderFor(charset)
  try {
    return decoder.decode(body)
  } catch {
    throw new Problem(400, `The body is not valid ${charset.toUpperCase()} text.`)
  }
}

function usualEncoding(body: Uint8Array, contentType: string): string {
  if (!contentType.split(';', 1)[0]?.includes('csv')) return 'utf-8'
  const recognizer = new EncodingRecognizer()
  recognizer.read(body)
  return recognizer.end()
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
