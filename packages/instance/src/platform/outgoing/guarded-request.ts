import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Problem } from '@millwright/contract/problem'
import type { HostGuard } from './host-guard.ts'

export interface Question {
  readonly verb: string
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

interface Sending {
  readonly guard: HostGuard
  readonly signal: AbortSignal
  /** The status of the refusal of an answer that is no HTTP any more. */
  readonly badAnswer: 400 | 502
}

/**
 * Sends one request to an address that somebody named, over a connection of its own, and resolves when the answer begins; redirects
 * are answers as others, and their targets have to be asked for in the same way. Refuses private hosts with 400.
 */
export function sendGuarded(
  { verb, address, headers, body }: Question,
  { guard, signal, badAnswer }: Sending,
): Promise<IncomingMessage> {
  const lookup = guard(address)
  const request = address.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    request(address, {
      agent: false,
      method: verb,
      headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...headers },
      signal,
      ...(lookup === undefined ? {} : { lookup }),
    })
      .on('response', resolve)
      .on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Problem(badAnswer, `${address.host} answered with another protocol.`))
      })
      .on('error', reject)
      .end(body)
  })
}

/** The refusal that an error of a request is, or was caused by; null: it is none, such as a connection that broke. */
export function refusalIn(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  return error instanceof Error && error.cause instanceof Problem ? error.cause : null
}

/** The bytes of an answer. `tooLong` is thrown once there are more than `most`; the connection ends with whoever reads. */
export async function* bytesOf(answer: IncomingMessage, most: number, tooLong: () => Problem): AsyncGenerator<Buffer> {
  let length = 0
  try {
    for await (const piece of answer) {
      const bytes = Buffer.from(piece)
      length += bytes.length
      if (length > most) throw tooLong()
      yield bytes
    }
  } finally {
    answer.destroy()
  }
}
