import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Problem } from '@millwright/contract/problem'
import { createHostGuard, type HostGuardOptions } from './host-guard.ts'

export interface Question {
  readonly verb: string
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export interface Reply {
  readonly status: number
  /** Lower-case names; of a repeated one all values, joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** One request to an address that somebody named; redirects are answers as others. Refuses private hosts with 400, and with 502 or 504 what gives no answer. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Reply>

interface AskOptions extends HostGuardOptions {
  /** Bytes of an answer. */
  readonly longest: number
  /** Milliseconds for all of it. */
  readonly timeout?: number
}

export function createAsk({ longest, timeout = 30_000, ...options }: AskOptions): Ask {
  const lookupFor = createHostGuard(options)
  return async ({ verb, address, headers, body }, given) => {
    const lookup = lookupFor(address)
    const signal = AbortSignal.any([given, AbortSignal.timeout(timeout)])
    const request = address.protocol === 'https:' ? overHttps : overHttp
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const settings = {
          agent: false,
          method: verb,
          headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...headers },
          signal,
        }
        request(address, lookup === undefined ? settings : { ...settings, lookup })
          .on('response', resolve)
          .on('upgrade', (_, socket) => {
            socket.destroy()
            reject(new Problem(502, `${address.host} answered with another protocol.`))
          })
          .on('error', reject)
          .end(body)
      })
      const { statusCode: status = 502 } = answer
      if (status < 200) throw new Problem(502, `${address.host} answered with the status ${status}, which is none.`)
      return { status, headers: textsOf(answer), body: await read(answer, longest) }
    } catch (error) {
      if (error instanceof Problem) throw error
      if (error instanceof Error && error.cause instanceof Problem) throw error.cause
      if (signal.aborted) throw new Problem(504, `${address.host} did not answer in time.`)
      throw new Problem(502, `${address.host} could not be reached.`)
    }
  }
}

async function read(answer: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of answer) {
    const bytes = Buffer.from(piece)
    length += bytes.length
    if (length > most) throw new Problem(502, `The answer of the host is longer than ${most} bytes.`)
    pieces.push(bytes)
  }
  return Buffer.concat(pieces, length)
}

function textsOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
