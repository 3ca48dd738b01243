import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { MailAttachment } from '../../../gateway/ports/mail.ts'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { FileContent, UploadedFile } from '../../../request/file-content.ts'

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
export async function readAttachments(given: readonly unknown[], parts: AttachmentParts): Promise<MailAttachment[]> {
  const named = given.flatMap(namedFiles)
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

function namedFiles(given: unknown): Named[] {
  if (given === undefined || given === null || given === '') return []
  if (Array.isArray(given)) return given.flatMap(namedFiles)
  if (given instanceof UploadedFile) return [given]
  if (isRecord(given) && typeof given.service === 'string' && typeof given.path === 'string') {
    return [{ service: given.service, path: given.path }]
  }
  if (typeof given !== 'string') throw unknownForm()
  return /^\s*[[{]/.test(given) ? ofJson(given) : given.split(',').flatMap(ofText)
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
