import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import type { ApnsSettings } from './apns-settings.ts'

export interface ApnsAnswer {
  readonly status: number
  /** Apple's error reason, or empty if there is none. */
  readonly reason: string
}

/** Milliseconds for a notification, and after which an idle connection is closed. */
const patience = 10_000
const idle = 60_000
const longestAnswer = 16 * 1024

/** One HTTP/2 connection to Apple, reopened when it is lost. */
export class ApnsConnection {
  readonly #origin: string
  readonly #credentials: { readonly cert?: string; readonly key?: string; readonly passphrase?: string }
  #session: ClientHttp2Session | null = null

  constructor({ origin, identity }: ApnsSettings) {
    this.#origin = origin
    this.#credentials =
      'pem' in identity
        ? {
            cert: identity.pem,
            key: identity.pem,
            ...(identity.passphrase !== null && { passphrase: identity.passphrase }),
          }
        : {}
  }

  /** Rejects with an error of the connection. */
  async post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<ApnsAnswer> {
    const session = this.#open()
    const { promise, resolve, reject } = Promise.withResolvers<ApnsAnswer>()
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' }))
      stream.close(constants.NGHTTP2_CANCEL)
    }, patience)
    // If the connection was lost, the stream's error has its error as the cause.
    stream.once('error', (error) => reject(error.cause ?? error))
    stream.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
    readAnswer(stream).then(resolve, reject)
    stream.end(body)
    return promise.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#session?.close()
    this.#session = null
  }

  #open(): ClientHttp2Session {
    if (this.#session !== null && !this.#session.closed && !this.#session.destroyed) return this.#session
    const session = connect(this.#origin, this.#credentials)
    const forget = () => {
      if (this.#session === session) this.#session = null
    }
    // Pending requests have their own error listeners.
    session.on('error', forget)
    session.on('close', forget)
    session.on('goaway', forget)
    session.setTimeout(idle, () => session.close())
    this.#session = session
    return session
  }
}

async function readAnswer(stream: ClientHttp2Stream): Promise<ApnsAnswer> {
  const status = await new Promise<number>((resolve) => {
    stream.once('response', ({ ':status': statusCode }) => resolve(statusCode ?? 0))
  })
  let text = ''
  for await (const piece of stream.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > longestAnswer) break
  }
  return { status, reason: reasonIn(text) }
}

function reasonIn(text: string): string {
  try {
    const { reason } = Object(JSON.parse(text))
    return typeof reason === 'string' ? reason.slice(0, 100) : ''
  } catch {
    return ''
  }
}
