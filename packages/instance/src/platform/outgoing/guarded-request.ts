import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { inSpan, tracingHeaders } from '../tracing/request-context.ts'
import { requestTo } from './connections.ts'
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
export function sendGuarded(question: Question, sending: Sending): Promise<IncomingMessage> {
  return inSpan(outgoingSpan(question), async (note) => {
    const answer = await send(question, sending)
    note({ 'http.response.status_code': answer.statusCode ?? 0 })
    return answer
  })
}

/** Of a request to another server: nothing of its address but the host, as the rest may be secret. */
export function outgoingSpan({ verb, address }: Pick<Question, 'verb' | 'address'>) {
  return {
    name: verb,
    kind: 'client',
    attributes: { 'http.request.method': verb, 'server.address': address.hostname },
    part: { kind: 'remote', name: address.hostname },
  } as const
}

function send(
  { verb, address, headers, body }: Question,
  { guard, signal, badAnswer }: Sending,
): Promise<IncomingMessage> {
  const lookup = guard(address)
  return new Promise((resolve, reject) => {
    requestTo(address, {
      agent: false,
      method: verb,
      headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...tracingHeaders(), ...headers },
      signal,
      ...(lookup === undefined ? {} : { lookup }),
    })
      .on('response', resolve)
      .on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Problem(badAnswer, `${address.host} responded with another protocol.`))
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
