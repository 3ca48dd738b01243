import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hidden } from '../../access/hidden-values.ts'
import { createAsk, type Reply } from '../../platform/outgoing/ask.ts'
import type { Question } from '../../platform/outgoing/guarded-request.ts'

/** Somebody who sends mails for others over HTTP. */
interface MailApi {
  /** As refusals call them. */
  readonly maker: string
  /** What must not be repeated. */
  readonly secret: string
}

const longestAnswer = 64 * 1024
const longestReason = 200

// An administrator has configured where it is, as of a mail server.
const ask = createAsk({ allowPrivateHosts: ['*'], longest: longestAnswer })

/** The answer, whatever its status. Refuses with 503 when there is none. */
export async function askMailApi({ maker }: MailApi, complaint: string, question: Question): Promise<Reply> {
  try {
    return await ask(question, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(503, `${complaint}: ${maker} cannot be reached.`, { cause: error })
  }
}

/** Whether an answer says that what was asked for is done; others than these makers answer with pages. */
export function isDone({ status, body }: Reply): boolean {
  return status === 200 && jsonIn(body) !== null
}

/** What an answer other than success is to those who wait: 503 with the reason that it gives. */
export function mailRefusal({ maker, secret }: MailApi, complaint: string, { status, body }: Reply): Problem {
  if (status === 401) return new Problem(503, `${complaint}: ${maker} refuses the key.`)
  const reason = hidden(reasonIn(body), [secret])
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
