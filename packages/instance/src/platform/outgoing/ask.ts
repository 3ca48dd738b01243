import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { bytesOf, type Question, refusalIn, sendGuarded } from './guarded-request.ts'
import { createHostGuard, type HostGuardOptions } from './host-guard.ts'

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
  const guard = createHostGuard(options)
  const tooLong = () => new Problem(502, `The response of the host is longer than ${longest} bytes.`)
  return async (question, given) => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(timeout)])
    const { host } = question.address
    try {
      const answer = await sendGuarded(question, { guard, signal, badAnswer: 502 })
      const { statusCode: status = 502 } = answer
      if (status < 200) throw new Problem(502, `${host} responded with status ${status}, which does not exist.`)
      const pieces: Buffer[] = []
      for await (const piece of bytesOf(answer, longest, tooLong)) pieces.push(piece)
      return { status, headers: textsOf(answer), body: Buffer.concat(pieces) }
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal !== null) throw refusal
      if (signal.aborted) throw new Problem(504, `${host} did not respond in time.`, { cause: error })
      throw new Problem(502, `${host} could not be reached.`, { cause: error })
    }
  }
}

function textsOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
