import { Problem } from '@millwright/contract/problem'
import type { MailSender } from '../../../gateway/ports/mail.ts'
import { isDone, mailApiProblem, sendToMailApi } from './mail-api.ts'
import { serializeMessage } from './mime.ts'

const maker = 'Mailgun'
/** Maximum number of receivers of one mail. */
const maxReceivers = 1_000

/** Creates a sender for a `mailgun_email` service, or returns `null` if its configuration names no account. */
export function mailgunSender(config: Readonly<Record<string, unknown>>): MailSender | null {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const [domain, secret] = [text('domain'), text('key')]
  if (domain === '' || secret === '') return null
  const usual = text('region_endpoint') === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net'
  const base = `${(text('endpoint') || usual).replace(/\/+$/, '')}/v3`
  const api = { maker, secret }
  const authorization = `Basic ${Buffer.from(`api:${secret}`).toString('base64')}`

  return {
    async send(message) {
      const { source, receivers } = await serializeMessage(message)
      if (receivers.length > maxReceivers) throw new Problem(400, `A mail has ${maxReceivers} recipients at most.`)
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
