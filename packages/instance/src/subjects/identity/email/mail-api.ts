import type { OutgoingRequest, Reply } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { maskSecrets } from '../../../access/hidden-values.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'

/** A mail provider with an HTTP API. */
interface MailApi {
  /** The provider's name in error messages. */
  readonly maker: string
  /** The secret to remove from error messages. */
  readonly secret: string
}

const longestAnswer = 64 * 1024
const longestReason = 200

// Private addresses are allowed, as an administrator configured the address, as with a mail server.
const ask = createRequestSender({ allowPrivateHosts: ['*'], longest: longestAnswer })

/** Returns the response, whatever its status. Throws a 503 if there is none. */
export async function sendToMailApi({ maker }: MailApi, complaint: string, question: OutgoingRequest): Promise<Reply> {
  try {
    return await ask(question, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(503, `${complaint}: ${maker} cannot be reached.`, { cause: error })
  }
}

/** Whether a response reports success. Servers other than these providers' respond with HTML pages. */
export function isDone({ status, body }: Reply): boolean {
  return status === 200 && jsonIn(body) !== null
}

/** Maps an error response to a 503 that includes the provider's reason. */
export function mailApiProblem({ maker, secret }: MailApi, complaint: string, { status, body }: Reply): Problem {
  if (status === 401) return new Problem(503, `${complaint}: ${maker} refuses the key.`)
  const reason = maskSecrets(reasonIn(body), [secret])
  return new Problem(503, `${complaint}: ${maker} responds with status ${status}${reason === '' ? '.' : `: ${reason}`}`)
}

function reasonIn(body: Buffer): string {
  const { message, Message } = jsonIn(body) ?? {}
  const text = [message, Message].find((each) => typeof each === 'string')
  return typeof text === 'string' ? text.replace(/\p{Cc}+/gu, ' ').slice(0, longestReason) : ''
}

function jsonIn(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(answer) ? answer : null
  } catch {
    return null
  }
}
