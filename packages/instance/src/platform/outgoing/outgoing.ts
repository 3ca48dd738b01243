import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { problemBehind, readAnswerBody, sendGuarded } from './guarded-request.ts'
import { createHostGuard, type HostGuardOptions } from './host-guard.ts'

/**
 * Requests to URLs that callers supply. They do not reach this machine or its network, whatever the name resolves to and wherever
 * redirects lead, unless the operator allowed the host.
 */
export interface Outgoing {
  /** Follows redirects. Rejects with 400 if the request fails or the response is longer than `most` bytes. */
  download(address: string, most: number): Promise<Downloaded>
  /** Like `download`, without buffering the response; errors during the transfer reach the reader. */
  stream(address: string, most: number): Promise<Streamed>
}

export interface Streamed {
  /** Must be consumed or cancelled once. */
  readonly content: AsyncIterable<Uint8Array>
  /** URL after redirects. */
  readonly address: URL
}

export interface Downloaded {
  readonly bytes: Buffer
  /** URL after redirects. */
  readonly address: URL
}

interface OutgoingOptions extends HostGuardOptions {
  /** Milliseconds for the whole request. */
  readonly timeout?: number
}

const maxRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

export function createOutgoing({ timeout = 30_000, ...options }: OutgoingOptions): Outgoing {
  const guard = createHostGuard(options)

  async function follow(start: string, signal: AbortSignal): Promise<{ answer: IncomingMessage; address: URL }> {
    let address = webAddress(start)
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const answer = await sendGuarded(
        { verb: 'GET', address, headers: { accept: '*/*' } },
        { guard, signal, badAnswer: 400 },
      )
      const { statusCode = 0, headers } = answer
      if (statusCode >= 200 && statusCode < 300) return { answer, address }
      answer.destroy()
      if (!redirects.has(statusCode) || !headers.location) {
        throw new Problem(400, `${address.host} responded with status ${statusCode}.`)
      }
      address = webAddress(headers.location, address)
    }
    throw new Problem(400, `The address redirects more than ${maxRedirects} times.`)
  }

  async function stream(start: string, most: number): Promise<Streamed> {
    const signal = AbortSignal.timeout(timeout)
    try {
      const { answer, address } = await follow(start, signal)
      return { content: read(answer, most, signal), address }
    } catch (error) {
      throw refusal(error, signal)
    }
  }

  return {
    stream,
    async download(start, most) {
      const { content, address } = await stream(start, most)
      const pieces: Uint8Array[] = []
      for await (const piece of content) pieces.push(piece)
      return { bytes: Buffer.concat(pieces), address }
    },
  }
}

function refusal(error: unknown, signal: AbortSignal): Problem {
  const refused = problemBehind(error)
  return (
    refused ??
    new Problem(400, signal.aborted ? 'The address did not respond in time.' : 'The address could not be reached.')
  )
}

function webAddress(text: string, base?: URL): URL {
  const address = URL.parse(text, base?.href)
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
    throw new Problem(400, 'The URL must begin with http:// or https://.')
  }
  if (address.username !== '' || address.password !== '') {
    throw new Problem(400, 'The URL must not contain a username or password.')
  }
  return address
}

async function* read(answer: IncomingMessage, most: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* readAnswerBody(
      answer,
      most,
      () => new Problem(400, `The content at the address is longer than ${most} bytes.`),
    )
  } catch (error) {
    throw refusal(error, signal)
  }
}
