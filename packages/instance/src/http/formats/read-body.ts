import { Problem } from '@millwright/contract/problem'
import { parseJson } from '../json.ts'
import type { ReadBody } from './body-format.ts'
import { decodeText } from './decode-text.ts'
import { readForm } from './form.ts'
import { readCsvBody } from './read-csv.ts'

/**
 * Reads a request's body by its Content-Type; without a telling one by what it looks like (docs/wire/formats.md). What
 * cannot be read is a 400 with a sentence, an encoding that nobody knows a 415. XML and forms with files are answered
 * later, the rest at once.
 */
export function readBody(body: Uint8Array | string, contentType: string | undefined): ReadBody | Promise<ReadBody> {
  const type = contentType?.toLowerCase() ?? ''
  if (type.startsWith('multipart/form-data') && typeof body !== 'string') return multipart(body, contentType ?? '')
  const text = decodeText(body, type)
  if (text.trim() === '') return { payload: undefined, format: 'none' }
  if (text.includes('\0')) throw new Problem(400, 'The body holds the character NUL.')
  const media = type.split(';', 1)[0] ?? ''
  if (media.includes('json')) return { payload: parseJson(text), format: 'json' }
  if (media.includes('x-www-form-urlencoded')) return { payload: readForm(text), format: 'form' }
  if (media.includes('xml')) return xml(text)
  if (media.includes('csv')) return csv(text)
  return sniff(text, media)
}

function sniff(text: string, media: string): ReadBody | Promise<ReadBody> {
  const start = text.trimStart()
  if (/^[[{]/.test(start)) return { payload: parseJson(text), format: 'json' }
  if (start.startsWith('<')) return xml(text)
  if (media.trim() === 'text/plain') return { payload: text, format: 'none' }
  if (hasColumns(start)) return csv(text)
  throw new Problem(400, 'The body is neither JSON nor XML nor CSV. Name its format in the header Content-Type.')
}

/** Whether a first line with a comma is followed by another. */
function hasColumns(text: string): boolean {
  const comma = text.indexOf(',')
  const end = text.indexOf('\n')
  return comma >= 0 && comma < end && end + 1 < text.length
}

async function multipart(body: Uint8Array, contentType: string): Promise<ReadBody> {
  const { readMultipart } = await import('./multipart.ts')
  return { payload: await readMultipart(body, contentType), format: 'form' }
}

async function xml(text: string): Promise<ReadBody> {
  const { readXml } = await import('./read-xml.ts')
  return { payload: readXml(text), format: 'xml' }
}

function csv(text: string): ReadBody {
  return { payload: readCsvBody(text), format: 'csv' }
}
