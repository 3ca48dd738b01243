import type { IncomingMessage } from 'node:http'
import type { Sender, SenderOptions, SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { type Connections, openConnections, problemBehind, readAnswerBody, sendGuarded } from './guarded-request.ts'
import { createHostGuard, type HostGuardOptions } from './host-guard.ts'

interface AskOptions extends HostGuardOptions {
  /** Maximum size of a response in bytes. */
  readonly longest: number
  /** Milliseconds for the whole request. */
  readonly timeout?: number
  /** Connections to keep for further requests; absent: one for each request. */
  readonly connections?: Connections
}

export function createRequestSender({ longest, timeout = 30_000, connections, ...options }: AskOptions): SendRequest {
  const guard = createHostGuard(options)
  const tooLong = () => new Problem(502, `The response of the host is longer than ${longest} bytes.`)
  return async (question, callerSignal) => {
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(timeout)])
    const { host } = question.address
    try {
      const answer = await sendGuarded(question, { guard, signal, badAnswer: 502, connections })
      const { statusCode: status = 502 } = answer
      if (status < 200) throw new Problem(502, `${host} responded with status ${status}, which does not exist.`)
      const pieces: Buffer[] = []
      for await (const piece of readAnswerBody(answer, longest, tooLong)) pieces.push(piece)
      return { status, headers: textsOf(answer), body: Buffer.concat(pieces) }
    } catch (error) {
      const refusal = problemBehind(error)
      if (refusal !== null) throw refusal
      if (signal.aborted) throw new Problem(504, `${host} did not respond in time.`, { cause: error })
      throw new Problem(502, `${host} could not be reached.`, { cause: error })
    }
  }
}

/** For the hosts in the settings of a service: private ones are allowed, as the registry checks them before each request. */
export function openSender({ longest, timeout, keep }: SenderOptions): Sender {
  const connections = keep === undefined ? undefined : openConnections(keep)
  const kept = connections === undefined ? {} : { connections }
  return {
    ask: createRequestSender({ allowPrivateHosts: ['*'], longest, timeout, ...kept }),
    close: () => connections?.close(),
  }
}

function textsOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
