import { emailTemplateFields } from '@millwright/contract/records/email-template'
import { isRecord } from '@millwright/contract/wire/is-record'
import { addressColumn, filled, isAddress } from '../../platform/mail-address.ts'
import { type DeclaredTable, declareTable } from '../../records/system/declared-table.ts'

const longestName = 100

export const emailTemplate: DeclaredTable = declareTable({
  table: 'email_template',
  label: 'Email Template',
  fields: emailTemplateFields,
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

/** Converts comma-separated text to a list, and empty text to null. */
function listed(sent: unknown): unknown {
  const text = filled(sent)
  if (typeof text !== 'string' || !text.includes(',')) return text
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Converts a list of `{name, value}` to an object by name. */
function byName(sent: unknown): unknown {
  const given = filled(sent)
  if (!Array.isArray(given)) return given
  const named = given.filter((each) => isRecord(each) && typeof each.name === 'string')
  if (named.length < given.length) return given
  return Object.fromEntries(named.map(({ name, value }) => [name, value ?? '']))
}

function addresses(name: string): (value: unknown) => string | null {
  const message = `${name} must contain email addresses: a text, {name, email}, or a list of these.`
  return (value) => ((Array.isArray(value) ? value : [value]).every(isReceiver) ? null : message)
}

function isReceiver(value: unknown): boolean {
  if (typeof value === 'string') return isAddress(value)
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
