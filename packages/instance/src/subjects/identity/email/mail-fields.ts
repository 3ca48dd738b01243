import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Selectable } from 'kysely'
import type { ApiRequest } from '../../../request/api-request.ts'
import { oneRecord, readBody, readKey } from '../../../request/body.ts'
import type { Store } from '../../../store/store.ts'
import type { EmailTemplateTable } from '../../../store/system-tables.ts'

/** Fields of a mail by name: texts, receivers, and values for names in its texts. */
export type MailFields = Readonly<Record<string, unknown>>

type EmailTemplate = Selectable<EmailTemplateTable>

const credentials = new Set(['api_key', 'session_token', 'script_token'])
/** Parameters about how to make the request and with which credentials. */
const aside = new Set([...credentials, '_method', 'method', 'wrap', 'file', 'accept'])

/** Fields of a request: from its body, or else from its query. */
export function sentFields({ params, payload }: Pick<ApiRequest, 'params' | 'payload'>): MailFields {
  const asked = Object.entries(params).filter(([name]) => !aside.has(name))
  const body = isRecord(payload) && !('resource' in payload) ? payload : oneRecord(readBody(payload))
  return Object.fromEntries([...asked, ...Object.entries(body).filter(([name]) => !credentials.has(name))])
}

/**
 * Joins the fields of a mail. Each comes from the first that has it: the request, the defaults of the template, the template,
 * the parameters of the service (docs/wire/email.md).
 */
export function joinFields(sent: MailFields, template: EmailTemplate | null, config: MailFields): MailFields {
  return Object.fromEntries([
    ...parametersOf(config),
    ...(template === null ? [] : templateFields(template)),
    ...Object.entries(sent).filter(([name, value]) => name !== 'template' && name !== 'template_id' && isFilled(value)),
  ])
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

function parametersOf({ parameters }: MailFields): [string, unknown][] {
  const rows: readonly unknown[] = Array.isArray(parameters) ? parameters : []
  return rows.flatMap((row): [string, unknown][] =>
    isRecord(row) && typeof row.name === 'string' && row.active !== false && isFilled(row.value)
      ? [[row.name, row.value]]
      : [],
  )
}

const columns = ['to', 'cc', 'bcc', 'subject', 'attachment', 'body_text', 'body_html', 'description'] as const
const senderColumns = ['from_name', 'from_email', 'reply_to_name', 'reply_to_email'] as const

function templateFields(template: EmailTemplate): [string, unknown][] {
  const own = [...columns, ...senderColumns].map((name): [string, unknown] => [name, template[name]])
  const defaults: unknown = JSON.parse(template.defaults ?? '{}')
  const more = isRecord(defaults) ? Object.entries(defaults) : []
  return [...own, ...more].filter(([, value]) => isFilled(value))
}

/**
 * Loads the template that a request names, or returns `null` if it names none. Throws a 404 if it does not exist, and a 400 for
 * an invalid name.
 */
export async function namedTemplate({ db }: Pick<Store, 'db'>, sent: MailFields): Promise<EmailTemplate | null> {
  const { template: name, template_id: id } = sent
  for (const given of [name, id]) {
    if (typeof given === 'object' && given !== null) {
      throw new Problem(400, "'template' is the name of a template, 'template_id' its number.")
    }
  }
  const templates = db.selectFrom('email_template').selectAll()
  if (isFilled(name)) {
    const found = await templates.where('name', '=', String(name)).executeTakeFirst()
    if (found === undefined) throw new Problem(404, `Could not find an email template with a name of ${shown(name)}.`)
    return found
  }
  if (!isFilled(id)) return null
  const key = readKey(id, 'number')
  const found = key === null ? undefined : await templates.where('id', '=', Number(key)).executeTakeFirst()
  if (found === undefined) throw new Problem(404, `Could not find an email template with an id of ${shown(id)}.`)
  return found
}

const shown = (value: unknown) =>
  String(value)
    .replace(/\p{Cc}/gu, '?')
    .slice(0, 100)
