import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message, Outbox } from '../../../gateway/ports/mail.ts'
import { noInstruments } from '../../../platform/instruments/instruments.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { signatureFault, standInKeys } from '../../data/files/suite/stand-in-signature.ts'
import { checkMail, mailerOf } from './mailer-of.ts'

interface Answer {
  readonly status: number
  readonly body?: string
  readonly headers?: Record<string, string>
}

interface Received {
  readonly request: IncomingMessage
  readonly body: Buffer
}

let answer: Answer = { status: 200, body: '{}' }
const received: Received[] = []
const server = createServer(async (request, response) => {
  received.push({ request, body: await buffer(request) })
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())
let endpoint: string
beforeAll(() => {
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

beforeEach(() => {
  answer = { status: 200, body: '{}' }
  received.splice(0)
})

const mailgun = {
  domain: 'mail.example.test',
  key: 'key-of-the-account',
  get endpoint() {
    return endpoint
  },
}
const ses = {
  ...standInKeys,
  get endpoint() {
    return endpoint
  },
}
const kinds = [
  { kind: 'mailgun_email', config: mailgun, maker: 'Mailgun', secret: mailgun.key },
  { kind: 'aws_ses', config: ses, maker: 'Amazon SES', secret: ses.secret },
] as const

const person = (address: string, name = '') => ({ name, address })
const message: Message = {
  from: person('workshop@example.test', 'The workshop'),
  replyTo: null,
  to: [person('ann@example.test', 'Ann')],
  cc: [person('bo@example.test')],
  bcc: [person('cy@example.test')],
  subject: 'Grüße',
  text: 'Good day.',
  html: '',
  attachments: [{ name: 'note.txt', content: Buffer.from('a note'), contentType: null }],
}

const outbox: Outbox = {
  keep: () => Promise.reject(new Error('Not this way.')),
  ids: () => Promise.reject(new Error('Not this way.')),
  get: () => Promise.reject(new Error('Not this way.')),
}

const last = (): Received => {
  const each = received.at(-1)
  if (each === undefined) throw new Error('Nobody asked.')
  return each
}

const refusal = (work: Promise<void>) =>
  work.then(
    () => 'nothing is refused',
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  )

describe.each(kinds)('mails by $kind', ({ kind, config, maker, secret }) => {
  const send = (mail: Message, more: object = {}) =>
    mailerOf(kind, { ...config, ...more }, { outbox, instruments: noInstruments })(mail)

  it('fail without a key, without a server, and with the reason of the provider, never showing the key', async () => {
    expect(() => mailerOf(kind, { ...config, key: '' }, { outbox, instruments: noInstruments })).toThrow(
      'not ready to send',
    )
    expect(await refusal(send(message, { endpoint: 'http://127.0.0.1:9' }))).toBe(
      `503 The email could not be sent: ${maker} cannot be reached.`,
    )
    answer = { status: 401, body: 'Forbidden' }
    expect(await refusal(send(message))).toBe(`503 The email could not be sent: ${maker} refuses the key.`)
    answer = { status: 400, body: JSON.stringify({ message: `No\r\n sender for ${secret}.` }) }
    expect(await refusal(send(message))).toBe(
      `503 The email could not be sent: ${maker} responds with status 400: No  sender for **********.`,
    )
    answer = { status: 302, headers: { location: 'http://127.0.0.1:9/' } }
    expect(await refusal(send(message))).toContain('with status 302')
    answer = { status: 500, body: 'x'.repeat(100_000) }
    expect(await refusal(send(message))).toContain(`${maker} cannot be reached`)
    const many = Array.from({ length: 1_001 }, (_, at) => person(`p${at}@example.test`))
    expect(await refusal(send({ ...message, to: many }))).toMatch(/^400 .* recipients at most/)
  })

  it('can be checked without sending any', async () => {
    await checkMail(kind, config)
    expect(last().request.method).toBe('GET')
    answer = { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' } }
    await checkMail(kind, config)
    answer = { status: 404 }
    expect(await refusal(checkMail(kind, config))).toContain('The email service cannot be used')
  })
})

it('sends mails through Mailgun to all receivers, and names all but the hidden ones in the mail', async () => {
  await mailerOf('mailgun_email', mailgun, { outbox, instruments: noInstruments })(message)
  const { request, body } = last()
  expect([request.method, request.url]).toEqual(['POST', '/v3/mail.example.test/messages.mime'])
  expect(request.headers.authorization).toBe(`Basic ${Buffer.from('api:key-of-the-account').toString('base64')}`)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  expect(form.get('to')).toBe('ann@example.test,bo@example.test,cy@example.test')
  expectSource(await (form.get('message') as File).text())
})

it('signs mails through Amazon SES and sends them to all receivers in the same way', async () => {
  await mailerOf('aws_ses', ses, { outbox, instruments: noInstruments })(message)
  const { request, body } = last()
  expect([request.method, request.url]).toEqual(['POST', '/v2/email/outbound-emails'])
  expect(signatureFault(request, body, 'ses')).toBeNull()
  const sent = JSON.parse(body.toString('utf8'))
  expect(sent).toMatchObject({
    FromEmailAddress: 'workshop@example.test',
    Destination: { ToAddresses: ['ann@example.test', 'bo@example.test', 'cy@example.test'] },
  })
  expectSource(Buffer.from(sent.Content.Raw.Data, 'base64').toString('utf8'))
})

function expectSource(source: string): void {
  expect(source).toContain('From: The workshop <workshop@example.test>\r\n')
  expect(source).toContain('To: Ann <ann@example.test>\r\n')
  expect(source).toContain('Subject: =?UTF-8?')
  expect(source).toContain('filename=note.txt')
  expect(source).not.toContain('cy@example.test')
}

it('sends mails through services of these types, which do not reveal their keys', async () => {
  const { send, root } = await testInstance()
  for (const { kind, config } of kinds) {
    const service = { name: kind, label: kind, type: kind, is_active: true }
    const whole = { ...config, from_email: 'workshop@example.test' }
    const post = (settings: object) =>
      send('POST', 'system/service?fields=*', { as: root, body: { resource: [{ ...service, config: settings }] } })
    expect((await post({ ...whole, key: '' })).status).toBe(400)
    const { status, body } = await post(whole)
    expect([status, JSON.stringify(body)]).toEqual([201, expect.not.stringContaining(kinds[0].secret)])
    const mail = { to: 'ann@example.test', subject: 'Hello', body_text: 'Good day.' }
    expect((await send('POST', kind, { as: root, body: mail })).body).toEqual({ count: 1 })
    expect((await send('GET', `${kind}?check=true`, { as: root })).body).toEqual({ success: true })
  }
  expect(received).toHaveLength(4)
})
