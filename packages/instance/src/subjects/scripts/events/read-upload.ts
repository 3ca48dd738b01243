import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { ApiRequest } from '../../../request/api-request.ts'

/**
 * A request whose JSON body the service would get unread, with its value for scripts; the service still gets the bytes unless a script changes
 * the value. Other bodies, those longer than `most` bytes, and those that do not say how long they are, stay unread.
 */
export async function withPayload(request: ApiRequest, most: number): Promise<ApiRequest> {
  const { upload } = request
  if (upload === undefined || upload.size === null || upload.size > most) return request
  if (!/[/+]json\b/i.test(upload.contentType)) return request
  const bytes = await buffer(upload.content)
  const again = { ...request, upload: { ...upload, content: Readable.from([bytes]) } }
  try {
    return { ...again, payload: parseExact(bytes.toString('utf8')), payloadFormat: 'json' }
  } catch {
    return again
  }
}
