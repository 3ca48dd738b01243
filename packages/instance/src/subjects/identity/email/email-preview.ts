import { Problem } from '@millwright/contract/problem'
import type { EmailPreview } from '@millwright/contract/records/mail'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { readStoredValues } from '../../../records/system/stored-values.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { oneRecord, readBody } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import { emailTemplate } from '../../ground/models/email-template-model.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { appName } from './person-mail.ts'
import type { MailPurpose } from './person-variables.ts'
import { codeVariables, type MailPerson } from './person-variables.ts'
import { type TemplateColumns, templateTexts } from './template-texts.ts'

/** A sample code that belongs to no one. Real codes are only ever sent by mail. */
const sampleCode = 'SAMPLE0SAMPLE0SAMPLE0SAMPLE0SAMP'
const longestText = 255

/**
 * `system/email_preview`: renders a template from the request for the person in the request, or else for the caller. Stores and
 * sends nothing (docs/wire/email.md).
 */
export function createEmailPreviewResource({
  config,
  vault,
  lookups,
}: Pick<Parts, 'config' | 'vault' | 'lookups'>): SystemResource {
  async function preview({ payload, payloadFormat, caller, origin }: ApiRequest): Promise<EmailPreview> {
    const sent = oneRecord(readBody(payload))
    const textual = payloadFormat !== 'json' && payloadFormat !== 'none'
    const template = columnsOf(readStoredValues(emailTemplate, sent, { creating: false, textual, vault }))
    const person = readPerson(sent.person, caller)
    const base = config.publicUrl ?? origin
    const matter = { purpose: readPurpose(sent.purpose), kind: 'user', person, code: sampleCode } as const
    const texts = templateTexts(template, codeVariables(matter, base, appName(config)), await lookups.of(caller, base))
    return { subject: texts.subject, body_text: texts.text, body_html: texts.html }
  }

  return {
    name: 'email_preview',
    label: 'Email preview',
    description: 'Renders a mail template with sample values, without sending it.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, `Resource '${rest.join('/')}' not found.`)
      if (request.verb !== 'POST') throw new Problem(400, `${request.verb} is not supported on 'email_preview'.`)
      return { status: 200, body: await preview(request) }
    },
  }
}

function columnsOf(draft: Row): TemplateColumns {
  const texts = Object.entries(draft).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

function readPurpose(sent: unknown): MailPurpose {
  if (sent === undefined || sent === null || sent === '') return 'invite'
  if (sent === 'invite' || sent === 'password' || sent === 'open_reg') return sent
  throw new Problem(400, "purpose must be 'invite', 'password' or 'open_reg'.")
}

function readPerson(sent: unknown, { user }: Caller): MailPerson {
  if (sent !== undefined && sent !== null && !isRecord(sent)) throw new Problem(400, 'person must be an object.')
  const fields = sent ?? { ...(user ?? nobody) }
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, longestText) : null
  }
  const email = text('email') ?? nobody.email
  const name = text('name') ?? ([text('first_name'), text('last_name')].join(' ').trim() || email)
  return {
    email,
    isKnown: true,
    username: text('username') ?? email,
    name,
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
  }
}

const nobody = { name: 'Ada Example', first_name: 'Ada', last_name: 'Example', email: 'ada@example.org' }
