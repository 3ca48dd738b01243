import { Problem } from '@millwright/contract/problem'
import { UploadedFile } from '../../request/file-content.ts'

type Value = string | UploadedFile

/** Parses a multipart form. Repeated names have a list. Rejects with 400 if it is invalid. */
export async function readMultipart(body: Uint8Array, contentType: string): Promise<Record<string, Value | Value[]>> {
  const form = await parse(body, contentType)
  const fields = new Map<string, Value[]>()
  for (const [name, value] of form) {
    const read =
      typeof value === 'string' ? value : new UploadedFile(value.name, new Uint8Array(await value.arrayBuffer()))
    const known = fields.get(name)
    if (known === undefined) fields.set(name, [read])
    else known.push(read)
  }
  fields.delete('__proto__')
  return Object.fromEntries(
    [...fields].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  )
}

async function parse(body: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Problem(400, 'The body is not a form as the header Content-Type announces.')
  }
}
