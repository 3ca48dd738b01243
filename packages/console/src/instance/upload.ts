import { t } from './messages.ts'

export interface UploadRequest {
  readonly method: string
  readonly headers: Headers
  readonly body?: XMLHttpRequestBodyInit
  readonly signal?: AbortSignal
}

/** Sends a request like `fetch`, and reports the share of the body that is sent, 0 to 1. */
export type Upload = (address: string, request: UploadRequest, onSent: (share: number) => void) => Promise<Response>

/** For text responses. Rejects like `fetch`: with a `TypeError` without a connection, with an `AbortError` if aborted. */
export const upload: Upload = (address, { method, headers, body, signal }, onSent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stopped = () => reject(new DOMException(t.requestStopped, 'AbortError'))
    if (signal?.aborted) {
      stopped()
      return
    }
    request.open(method, address)
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onSent(loaded / total)
    }
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => reject(new TypeError(t.theRequestFailed))
    request.onabort = stopped
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body ?? null)
  })

/** Statuses for which `Response` requires a `null` body. */
const bare = [204, 205, 304]

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, statusText } = request
  return new Response(bare.includes(status) ? null : request.responseText, { status, statusText, headers })
}
