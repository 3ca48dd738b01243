import type { ApiRequest } from '../../request/api-request.ts'
import type { RemoteBody } from './remote-line.ts'

/** What a call sends along: the bytes that came, or those of a value that was made here. */
export function remoteBody({ verb, upload, payload }: ApiRequest): RemoteBody | null {
  if (upload !== undefined) return { stream: upload.content, size: upload.size }
  if (verb === 'GET' || payload === undefined || payload === null) return null
  if (payload instanceof Uint8Array) return { bytes: payload }
  return { bytes: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}
