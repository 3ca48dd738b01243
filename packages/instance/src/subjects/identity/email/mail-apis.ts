import type { OutgoingRequest, Reply } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { maskSecrets } from '../../../access/hidden-values.ts'
import type { MailSender } from '../../../gateway/ports/mail.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import { serializeMessage } from './message.ts'

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
async function sendToMailApi({ maker }: MailApi, complaint: string, question: OutgoingRequest): Promise<Reply> {
  try {
    return await ask(question, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(503, `${complaint}: ${maker} cannot be reached.`, { cause: error })
  }
}

/** Whether a response reports success. Servers other than these providers' respond with HTML pages. */
function isDone({ status, body }: Reply): boolean {
  return status === 200 && jsonIn(body) !== null
}

/** Maps an error response to a 503 that includes the provider's reason. */
function mailApiProblem({ maker, secret }: MailApi, complaint: string, { status, body }: Reply): Problem {
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

/** Maximum number of receivers of one mail at Mailgun. */
const mailgunReceivers = 1_000

/** Creates a sender for a `mailgun_email` service, or returns `null` if its configuration names no account. */
export function mailgunSender(config: Readonly<Record<string, unknown>>): MailSender | null {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const domain = text('domain')
  const secret = text('key')
  if (domain === '' || secret === '') return null
  const usual = text('region_endpoint') === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net'
  const base = `${(text('endpoint') || usual).replace(/\/+$/, '')}/v3`
  const api = { maker: 'Mailgun', secret }
  const authorization = `Basic ${Buffer.from(`api:${secret}`).toString('base64')}`

  return {
    async send(message) {
      const { source, receivers } = await serializeMessage(message)
      if (receivers.length > mailgunReceivers)
        throw new Problem(400, `A mail has ${mailgunReceivers} recipients at most.`)
      const form = new FormData()
      form.set('to', receivers.join(','))
      form.append('message', new Blob([new Uint8Array(source)]), 'message.eml')
      const encoded = new Response(form)
      const headers = { authorization, 'content-type': encoded.headers.get('content-type') ?? '' }
      const body = Buffer.from(await encoded.arrayBuffer())
      const address = new URL(`${base}/${encodeURIComponent(domain)}/messages.mime`)
      const complaint = 'The email could not be sent'
      const reply = await sendToMailApi(api, complaint, { verb: 'POST', address, headers, body })
      if (!isDone(reply)) throw mailApiProblem(api, complaint, reply)
    },
    async check() {
      const complaint = 'The email service cannot be used'
      const address = new URL(`${base}/domains/${encodeURIComponent(domain)}`)
      const reply = await sendToMailApi(api, complaint, { verb: 'GET', address, headers: { authorization } })
      // Keys that may only send are authenticated, but get a 403 for this request.
      if (!isDone(reply) && reply.status !== 403) throw mailApiProblem(api, complaint, reply)
    },
  }
}

/** Maximum number of receivers of one mail at Amazon SES. */
const sesReceivers = 50

/** Creates a sender for an `aws_ses` service, or returns `null` if its configuration names no account. */
export function sesSender(config: Readonly<Record<string, unknown>>): MailSender | null {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const accessKeyId = text('key')
  const secretAccessKey = text('secret')
  const region = text('region')
  if (accessKeyId === '' || secretAccessKey === '' || region === '') return null
  const base = `${(text('endpoint') || `https://email.${region}.amazonaws.com`).replace(/\/+$/, '')}/v2/email`
  const api = { maker: 'Amazon SES', secret: secretAccessKey }

  async function signed(verb: string, path: string, body?: string): Promise<OutgoingRequest> {
    const { AwsV4Signer } = await import('aws4fetch')
    const address = new URL(`${base}/${path}`)
    const signer = new AwsV4Signer({
      accessKeyId,
      secretAccessKey,
      region,
      service: 'ses',
      method: verb,
      url: address.href,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const { headers } = await signer.sign()
    return { verb, address, headers: Object.fromEntries(headers), body }
  }

  return {
    async send(message) {
      const { source, from, receivers } = await serializeMessage(message)
      if (receivers.length > sesReceivers) {
        throw new Problem(400, `With ${api.maker}, a mail has ${sesReceivers} recipients at most.`)
      }
      const body = JSON.stringify({
        FromEmailAddress: from,
        Destination: { ToAddresses: receivers },
        Content: { Raw: { Data: source.toString('base64') } },
      })
      const complaint = 'The email could not be sent'
      const reply = await sendToMailApi(api, complaint, await signed('POST', 'outbound-emails', body))
      if (!isDone(reply)) throw mailApiProblem(api, complaint, reply)
    },
    async check() {
      const complaint = 'The email service cannot be used'
      const reply = await sendToMailApi(api, complaint, await signed('GET', 'account'))
      // A key that may only send is authenticated, but gets an AccessDenied for this request.
      const mayOnlySend = reply.status === 403 && /^AccessDenied/.test(reply.headers['x-amzn-errortype'] ?? '')
      if (!isDone(reply) && !mayOnlySend) throw mailApiProblem(api, complaint, reply)
    },
  }
}
