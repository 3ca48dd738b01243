import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Selectable } from 'kysely'
import type { MailAttachment } from '../../../gateway/ports/mail.ts'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { oneRecord, readBody, readKey } from '../../../request/body.ts'
import { FileContent, UploadedFile } from '../../../request/file-content.ts'
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
  const queryFields = Object.entries(params).filter(([name]) => !aside.has(name))
  const body = isRecord(payload) && !('resource' in payload) ? payload : oneRecord(readBody(payload))
  return Object.fromEntries([...queryFields, ...Object.entries(body).filter(([name]) => !credentials.has(name))])
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
  for (const reference of [name, id]) {
    if (typeof reference === 'object' && reference !== null) {
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

/** Maximum size of all attachments of a mail, in bytes. Mail servers accept no more. */
const maxBytes = 25 * 1024 * 1024
const maxFiles = 100
/** Maximum number of URLs, as they are fetched while the caller waits. */
const maxAddresses = 10

interface AttachmentParts {
  readonly request: ApiRequest
  readonly call: ServiceHost['call']
  readonly outgoing: Outgoing
}

interface NamedFile {
  readonly service: string
  readonly path: string
}

type Named = NamedFile | UploadedFile | URL

/**
 * Reads the attachments of a mail: uploaded files, URLs, and files of file services, which the caller must be allowed to read
 * (docs/wire/email.md). Throws a 400, 403, 404 or 413.
 */
export async function readAttachments(sources: readonly unknown[], parts: AttachmentParts): Promise<MailAttachment[]> {
  const named = sources.flatMap(namedFiles)
  if (named.length > maxFiles) throw new Problem(400, `An email can have ${maxFiles} files at most.`)
  if (named.filter((each) => each instanceof URL).length > maxAddresses) {
    throw new Problem(400, `An email can have ${maxAddresses} files from the web at most.`)
  }
  const read: MailAttachment[] = []
  let left = maxBytes
  for (const each of named) {
    const file = await readOne(each, parts, left)
    left -= file.content.length
    if (left < 0) throw tooLong()
    read.push(file)
  }
  return read
}

const tooLong = () => new Problem(413, `The files of a mail can have ${maxBytes} bytes in all.`)

function namedFiles(source: unknown): Named[] {
  if (source === undefined || source === null || source === '') return []
  if (Array.isArray(source)) return source.flatMap(namedFiles)
  if (source instanceof UploadedFile) return [source]
  if (isRecord(source) && typeof source.service === 'string' && typeof source.path === 'string') {
    return [{ service: source.service, path: source.path }]
  }
  if (typeof source !== 'string') throw unknownForm()
  return /^\s*[[{]/.test(source) ? ofJson(source) : source.split(',').flatMap(ofText)
}

function ofJson(text: string): Named[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unknownForm()
  }
  return namedFiles(value)
}

function ofText(text: string): Named[] {
  const address = text.trim()
  if (address === '') return []
  if (/^https?:/i.test(address)) {
    const url = URL.parse(address)
    if (url === null) throw unknownForm()
    return [url]
  }
  const [, service, path] = /^\/?(?:api\/v2\/)?([\w-]+)\/(.+)$/.exec(address) ?? []
  if (service === undefined || path === undefined) throw unknownForm()
  return [{ service, path }]
}

function unknownForm(): Problem {
  return new Problem(
    400,
    'attachment must be an address, a path such as files/a.pdf, {service, path}, or a list of these.',
  )
}

async function readOne(named: Named, parts: AttachmentParts, most: number): Promise<MailAttachment> {
  if (named instanceof UploadedFile) return { name: nameOf(named.name), content: named.bytes, contentType: null }
  if (named instanceof URL) {
    const { bytes, address } = await parts.outgoing.download(named.href, most)
    return { name: nameOf(unescaped(address.pathname)), content: bytes, contentType: null }
  }
  return readStored(named, parts, most)
}

/** Reads a file as the caller, who cannot attach what they may not read. */
async function readStored({ service, path }: NamedFile, { request, call }: AttachmentParts, most: number) {
  const resource = path
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .join('/')
  const { body } = await call({
    ...request,
    verb: 'GET',
    service: service.trim().toLowerCase(),
    resource,
    endsInSlash: false,
    params: {},
    payload: undefined,
    payloadFormat: 'none',
    upload: undefined,
  })
  if (!(body instanceof FileContent)) throw new Problem(400, `'${service}/${resource}' is not a file.`)
  const { content } = body
  if (content.size !== null && content.size > most) {
    await content.close()
    throw tooLong()
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content.read()) {
    length += piece.length
    if (length > most) throw tooLong()
    pieces.push(piece)
  }
  return { name: nameOf(content.name), content: Buffer.concat(pieces, length), contentType: content.contentType }
}

/** The file name without folders, on one line. */
function nameOf(path: string): string {
  const name = path
    .slice(path.search(/[^/\\]*$/))
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
  return name === '' ? 'attachment' : name
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
