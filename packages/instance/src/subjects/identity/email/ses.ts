import type { OutgoingRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { MailSender } from '../../../gateway/ports/mail.ts'
import { isDone, mailApiProblem, sendToMailApi } from './mail-api.ts'
import { serializeMessage } from './mime.ts'

const maker = 'Amazon SES'
const maxReceivers = 50

/** Creates a sender for an `aws_ses` service, or returns `null` if its configuration names no account. */
export function sesSender(config: Readonly<Record<string, unknown>>): MailSender | null {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const [accessKeyId, secretAccessKey, region] = [text('key'), text('secret'), text('region')]
  if (accessKeyId === '' || secretAccessKey === '' || region === '') return null
  const base = `${(text('endpoint') || `https://email.${region}.amazonaws.com`).replace(/\/+$/, '')}/v2/email`
  const api = { maker, secret: secretAccessKey }

  async function signed(verb: string, path: string, body?: string): Promise<OutgoingRequest> {
    const { AwsV4Signer } = await import('aws4fetch')
    const address = new URL(`${base}/${path}`)
    const signer = new AwsV4Signer({
      ...{ accessKeyId, secretAccessKey, region, service: 'ses', method: verb, url: address.href },
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const { headers } = await signer.sign()
    return { verb, address, headers: Object.fromEntries(headers), body }
  }

  return {
    async send(message) {
      const { source, from, receivers } = await serializeMessage(message)
      if (receivers.length > maxReceivers) {
        throw new Problem(400, `With ${maker}, a mail has ${maxReceivers} recipients at most.`)
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
