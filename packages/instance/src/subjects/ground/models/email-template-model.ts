import { emailTemplateFields } from '@millwright/contract/records/mail'
import { isRecord } from '@millwright/contract/wire/is-record'
import { addressColumn, filled, isAddress, mailboxTexts, readMailboxes } from '../../../platform/mail-address.ts'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'

const longestName = 100

export const emailTemplate: DeclaredTable = declareTable({
  table: 'email_template',
  label: 'Email Template',
  fields: emailTemplateFields,
  authority: {
    columns: {
      name: 'decides',
      description: 'plain',
      to: 'addresses',
      cc: 'addresses',
      bcc: 'addresses',
      subject: 'decides',
      attachment: 'decides',
      body_text: 'decides',
      body_html: 'decides',
      from_name: 'decides',
      from_email: 'addresses',
      reply_to_name: 'decides',
      reply_to_email: 'addresses',
      defaults: 'decides',
    },
    reserved: codeTemplateProblem,
  },
  columns: {
    name: { called: 'Template Name' },
    to: { accept: listed, check: addresses('to') },
    cc: { accept: listed, check: addresses('cc') },
    bcc: { accept: listed, check: addresses('bcc') },
    attachment: { accept: listed, check: attachments },
    from_email: addressColumn('from_email'),
    reply_to_email: addressColumn('reply_to_email'),
    defaults: { accept: byName, check: defaults },
  },
})

/** The author of a template for codes could have the codes sent elsewhere. */
async function codeTemplateProblem({ id, name }: Row, { tx }: { readonly tx: Tx }): Promise<string | null> {
  const rows = await tx.all(`SELECT "config" FROM "service" WHERE "type" IN ('system', 'user')`)
  const isUsed = rows.some(({ config }) => {
    const settings: unknown = JSON.parse(String(config))
    return (
      isRecord(settings) &&
      Object.entries(settings).some(([setting, value]) => setting.endsWith('_email_template_id') && value === id)
    )
  })
  return isUsed
    ? `Only full administrators can change the template '${String(name)}', as its emails contain codes.`
    : null
}

/** Converts comma-separated text to a list, and empty text to null. */
function listed(sent: unknown): unknown {
  const text = filled(sent)
  if (typeof text !== 'string' || !text.includes(',')) return text
  const parts = mailboxTexts(text)
  return parts.length === 1 ? text : parts
}

/** Converts a list of `{name, value}` to an object by name. */
function byName(sent: unknown): unknown {
  const content = filled(sent)
  if (!Array.isArray(content)) return content
  const named = content.filter((each) => isRecord(each) && typeof each.name === 'string')
  if (named.length < content.length) return content
  return Object.fromEntries(named.map(({ name, value }) => [name, value ?? '']))
}

function addresses(name: string): (value: unknown) => string | null {
  const message = `${name} must contain email addresses: a text, {name, email}, or a list of these.`
  return (value) => ((Array.isArray(value) ? value : [value]).every(isReceiver) ? null : message)
}

const hasAddress = ({ address }: { address: string }) => isAddress(address)

function isReceiver(value: unknown): boolean {
  if (typeof value === 'string') return readMailboxes(value).length === 1 && readMailboxes(value).every(hasAddress)
  if (!isRecord(value) || typeof value.email !== 'string') return false
  const named = value.name === undefined || value.name === null || typeof value.name === 'string'
  return named && isAddress(value.email)
}

function attachments(value: unknown): string | null {
  const all = Array.isArray(value) ? value : [value]
  const fits = (each: unknown) =>
    typeof each === 'string' || (isRecord(each) && typeof each.service === 'string' && typeof each.path === 'string')
  return all.every(fits) ? null : 'attachment must be a path, {service, path}, or a list of these.'
}

function defaults(value: unknown): string | null {
  const fits =
    isRecord(value) &&
    Object.entries(value).every(
      ([name, each]) => name.length <= longestName && ['string', 'number', 'boolean'].includes(typeof each),
    )
  return fits ? null : 'defaults must be an object of texts by name.'
}
