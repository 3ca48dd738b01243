import { Problem } from '@millwright/contract/problem'
import {
  awsSesConfig,
  localEmailConfig,
  mailgunEmailConfig,
  smtpEmailConfig,
} from '@millwright/contract/service-config/email'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Address, Message } from '../../../gateway/ports/mail.ts'
import type { Service } from '../../../gateway/service.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../gateway/service-kind.ts'
import type { Lookups } from '../../../platform/lookup-substitution.ts'
import { isAddress, readMailboxes } from '../../../platform/mail-address.ts'
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { checkMail, mailerOf } from './mailer-of.ts'
import { product } from './person-variables.ts'
import { joinFields, type MailFields, namedTemplate, readAttachments, sentFields } from './sent-mail.ts'
import { fillNames, oneLine, templateTexts, type Variables } from './template-texts.ts'

const components = ['', '*']
const maxReceivers = 1_000

/** `POST {service}`: composes a mail and sends it (docs/wire/email.md). Throws a 503 if it cannot be sent. */
function createEmailService({ row, config, host }: ServiceParts): Service {
  const { parts } = host
  const outgoing = createOutgoing({ allowPrivateHosts: parts.config.allowPrivateHosts })

  async function send(request: ApiRequest): Promise<number> {
    const sent = sentFields(request)
    const template = await namedTemplate(parts.store, sent)
    if (template === null && Object.keys(sent).length === 0) {
      throw new Problem(400, 'The request has neither a template nor an email to send.')
    }
    const fields = joinFields(sent, template, config)
    const base = parts.config.publicUrl ?? request.origin
    const head = messageOf(fields, config, await parts.lookups.of(request.caller, base), base)
    const files = [fields.attachment ?? fields.import_url, fields.file]
    const attachments = await readAttachments(files, { request, call: host.call, outgoing })
    await mailerOf(row.type, config, parts)({ ...head, attachments })
    return 1
  }

  return {
    publicEndpoints: [],
    accessList: async () => components,
    async handle(request) {
      const { verb, resource, params } = request
      if (resource !== '') throw new Problem(404, `Resource '${resource}' not found for service '${row.name}'.`)
      if (verb === 'GET' && flag(params, 'as_access_list')) return { status: 200, body: { resource: components } }
      if (verb === 'GET' && flag(params, 'check')) {
        await checkMail(row.type, config)
        return { status: 200, body: { success: true } }
      }
      if (verb !== 'POST')
        throw new Problem(400, `${verb} is not supported on '${row.name}': mails are sent with POST.`)
      return { status: 200, body: { count: await send(request) } }
    },
  }
}

/** Composes the message. Throws a 400 if the fields are not a valid mail. `base`: scheme and host of the instance. */
function messageOf(fields: MailFields, config: MailFields, lookups: Lookups, base: string): Message {
  const to = readReceivers('to', fields.to)
  const cc = readReceivers('cc', fields.cc)
  const bcc = readReceivers('bcc', fields.bcc)
  if (to.length === 0) throw new Problem(400, "The email has no recipient: 'to' names no address.")
  if (to.length + cc.length + bcc.length > maxReceivers) {
    throw new Problem(400, `An email can have ${maxReceivers} recipients at most.`)
  }
  const variables = variablesOf(fields)
  const line = (name: string) => oneLine(fillNames(lineOf(name, fields[name]), variables, lookups))
  const texts = templateTexts(
    {
      subject: lineOf('subject', fields.subject),
      body_text: bodyOf('body_text', fields),
      body_html: bodyOf('body_html', fields),
    },
    variables,
    lookups,
  )
  if (texts.text === '' && texts.html === '') {
    throw new Problem(400, "The email is empty: it needs 'body_text' or 'body_html'.")
  }
  const own = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const from = line('from_email') || own('from_email') || `no-reply@${new URL(base).hostname}`
  const replyTo = line('reply_to_email') || own('reply_to_email')
  return {
    from: { name: line('from_name') || own('from_name') || product, address: addressOf('from_email', from) },
    replyTo:
      replyTo === ''
        ? null
        : { name: line('reply_to_name') || own('reply_to_name'), address: addressOf('reply_to_email', replyTo) },
    to,
    cc,
    bcc,
    ...texts,
  }
}

function bodyOf(name: 'body_text' | 'body_html', fields: MailFields): string {
  const content = fields[name]
  if (content === undefined) return ''
  if (typeof content !== 'string') throw new Problem(400, `${name} must be a text.`)
  return content
}

/** All text, number and boolean fields, except the bodies, which would contain themselves. */
function variablesOf(fields: MailFields): Variables {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      return isText && name !== 'body_text' && name !== 'body_html' ? [[name, String(value)]] : []
    }),
  )
}

/**
 * Parses `to`, `cc` or `bcc`: a comma-separated list, `Name <address>`, `{name, email}`, a list of these, or any of it as JSON
 * (docs/wire/email.md). Throws a 400 for an invalid address.
 */
function readReceivers(name: string, receivers: unknown): Address[] {
  if (receivers === undefined || receivers === null || receivers === '') return []
  if (Array.isArray(receivers)) return receivers.flatMap((each) => readReceivers(name, each))
  if (typeof receivers === 'string')
    return /^\s*[[{"]/.test(receivers) ? ofJson(name, receivers) : ofText(name, receivers)
  if (!isRecord(receivers) || typeof receivers.email !== 'string') throw noAddress(name, '')
  return [{ name: lineOf(`The name in ${name}`, receivers.name), address: addressOf(name, receivers.email) }]
}

function ofJson(name: string, text: string): Address[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return ofText(name, text)
  }
  return typeof value === 'string' ? ofText(name, value) : readReceivers(name, value)
}

function ofText(name: string, text: string): Address[] {
  return readMailboxes(text).map((mailbox) => ({
    name: lineOf(`The name in ${name}`, mailbox.name),
    address: addressOf(name, mailbox.address),
  }))
}

/** Validates one address. Throws a 400 if it is invalid. */
function addressOf(name: string, text: string): string {
  const address = text.trim()
  if (!isAddress(address) || /\p{Cc}/u.test(address)) throw noAddress(name, address)
  return address
}

/** Validates one-line text for a mail header, where a line break could start another header. Throws a 400 otherwise. */
function lineOf(name: string, headerText: unknown): string {
  if (headerText === undefined || headerText === null) return ''
  if (typeof headerText === 'object') throw new Problem(400, `${name} must be a text.`)
  const text = String(headerText)
  if (/\p{Cc}/u.test(text)) throw new Problem(400, `${name} must not contain line breaks or control characters.`)
  return text.trim()
}

function noAddress(name: string, text: string): Problem {
  const shown = text.replace(/\p{Cc}/gu, '?').slice(0, 100)
  return new Problem(400, `${name} must contain email addresses; '${shown}' is not one.`)
}

const group = 'Email'

export const emailKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'local_email',
    label: 'Local Email Service',
    group,
    reserved: 'existing',
    description: 'Keeps mails in the outbox of this instance until a mail server is set up.',
    config: localEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'smtp_email',
    label: 'SMTP',
    group,
    reserved: 'existing',
    description: 'Sends mails through a mail server.',
    config: smtpEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'mailgun_email',
    label: 'Mailgun',
    group,
    reserved: 'existing',
    description: 'Sends mails through Mailgun.',
    config: mailgunEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'aws_ses',
    label: 'AWS SES',
    group,
    reserved: 'existing',
    description: 'Sends mails through Amazon SES.',
    config: awsSesConfig,
    make: createEmailService,
  }),
]
