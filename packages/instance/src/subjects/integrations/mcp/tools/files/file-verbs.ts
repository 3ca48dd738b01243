import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { FileContent } from '../../../../../request/file-content.ts'
import type { ReadResource } from '../../surface.ts'
import { ask, askList, takeWithinBudget, withoutEmpty } from '../answers.ts'
import { type Args, textArg, truth, whole } from '../args.ts'
import type { ResourceLink, ToolAnswer, ToolCall, ToolSession } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'

/** Maximum bytes of an image or audio file. */
const maxBytes = 1024 * 1024

const textual = /^text\/|[/+](?:json|xml|javascript|yaml|csv|x-www-form-urlencoded|svg)/

/** Whether models can read content of a type as text. */
export const isTextual = (contentType: string): boolean => textual.test(contentType)

/** Reads a file: part of a text, or a whole image or audio file. For other and larger files, returns a link. */
async function readFile(call: ToolCall, offset: number, session: ToolSession): Promise<ToolAnswer> {
  const { body } = await session.call(call)
  if (!(body instanceof FileContent))
    throw new Problem(400, 'This is a folder, of which list_files tells what it holds.')
  const { contentType, size, read } = body.content
  const media = /^(image|audio)\/(?!svg)/.exec(contentType)?.[1]
  const isMedia = (media === 'image' || media === 'audio') && (size ?? maxBytes) <= maxBytes
  if (!isMedia && !isTextual(contentType)) {
    await body.content.close()
    const length = size === null ? '' : ` of ${size} bytes`
    const text = `This is a file of the type ${contentType}${length}, which is not shown here.`
    return { blocks: [{ type: 'text', text }, linkTo(call, contentType, size)] }
  }
  const most = isMedia ? maxBytes : session.longest
  const whole = size ?? Number.MAX_SAFE_INTEGER
  if (offset > 0 && offset >= whole) {
    await body.content.close()
    throw new Problem(400, `The file has ${whole} bytes.`)
  }
  const stream = isMedia ? read() : read({ start: offset, end: Math.min(whole, offset + most) - 1 })
  const bytes = await firstBytes(stream, most)
  if (isMedia) return { blocks: [{ type: media, data: bytes.toString('base64'), mimeType: contentType }] }
  const text = textOf(bytes, offset + bytes.length < whole)
  const next = offset + Buffer.byteLength(text)
  const more = next < whole && text !== '' ? `\n… [${whole} bytes; goes on at offset ${next}]` : ''
  const link = more === '' ? [] : [linkTo(call, contentType, size)]
  return { blocks: [{ type: 'text', text: `${text}${more}` }, ...link] }
}

/** The resource URI of a file. */
const fileUri = (service: string, path: string): string =>
  `millwright://${service}/file/${path.split('/').map(encodeURIComponent).join('/')}`

function linkTo({ service, resource }: ToolCall, mimeType: string, size: number | null): ResourceLink {
  const name = resource.split('/').at(-1) ?? resource
  return { type: 'resource_link', uri: fileUri(service, resource), name, mimeType, ...(size !== null && { size }) }
}

/** Maximum bytes of a file that a client reads as a whole. */
const maxOfResource = 10 * 1024 * 1024

/** Reads a whole file as a resource. Throws a 413 if it is too large. */
export async function readWhole(call: ToolCall, session: ToolSession): Promise<ReadResource> {
  const { body } = await session.call(call)
  if (!(body instanceof FileContent))
    throw new Problem(400, 'This is a folder, of which list_files tells what it holds.')
  const { contentType: mimeType, size, read } = body.content
  if (size !== null && size > maxOfResource) {
    await body.content.close()
    throw new Problem(413, `The file has ${size} bytes, of which at most ${maxOfResource} are read at once.`)
  }
  const bytes = await firstBytes(read(), maxOfResource + 1)
  if (bytes.length > maxOfResource) throw new Problem(413, `The file has more than ${maxOfResource} bytes.`)
  return isTextual(mimeType) ? { mimeType, text: bytes.toString('utf8') } : { mimeType, blob: bytes.toString('base64') }
}

async function firstBytes(stream: AsyncIterable<Uint8Array> & { destroy(): unknown }, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
  }
  stream.destroy()
  return Buffer.concat(pieces).subarray(0, most)
}

/** Decodes text without a final character that is cut off by the end of the piece. */
function textOf(bytes: Buffer, hasMore: boolean): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: hasMore })
}

const ofFiles = { category: 'file' } as const
const reads = { ...ofFiles, effect: 'read', needs: { verb: 'GET', below: '' } } as const
const members = ['path', 'name', 'type', 'content_type', 'content_length', 'last_modified']

/** The path in requests, where a trailing slash marks a folder. */
function addressOf(path: unknown, as: 'file' | 'folder' | 'as written'): Pick<ToolCall, 'resource' | 'endsInSlash'> {
  const pathText = String(path ?? '')
  if (pathText.split('/').some((part) => part === '..' || part === '.'))
    throw new Problem(400, `'${pathText}' is no path.`)
  const resource = pathText
    .split('/')
    .filter((part) => part !== '')
    .join('/')
  const endsInSlash = as === 'folder' || resource === '' || (as === 'as written' && pathText.endsWith('/'))
  return { resource, endsInSlash }
}

const listFiles: ServiceVerb = {
  ...reads,
  name: 'list_files',
  title: 'List files',
  description: 'What is in a folder, or below it with full_tree; search finds by a part of the name.',
  fields: {
    path: textArg(),
    search: textArg(),
    include_files: truth(),
    include_folders: truth(),
    full_tree: truth(),
    offset: whole(undefined, { minimum: 0 }),
  },
  required: [],
  result: { properties: { files: { type: 'array' }, total: { type: 'integer' }, next_offset: { type: 'integer' } } },
  async run(service, args, session) {
    const params = flags(args, ['include_files', 'include_folders', 'full_tree', 'search'])
    const found = await askList(session, { verb: 'GET', service, ...addressOf(args.path, 'folder'), params })
    const from = Number(args.offset ?? 0)
    const files = takeWithinBudget(
      found.slice(from).map((each) => withoutEmpty(each, members)),
      session.longest,
    )
    const next = from + files.length
    return { value: { files, total: found.length, ...(next < found.length && { next_offset: next }) } }
  },
}

const getFile: ServiceVerb = {
  ...reads,
  name: 'get_file',
  title: 'Read a file',
  description: 'The content of a file: a text in pieces from offset on, a picture or a recording as a whole.',
  fields: { path: textArg(), offset: whole('in bytes', { minimum: 0 }) },
  required: ['path'],
  async run(service, { path, offset }, session) {
    return await readFile({ verb: 'GET', service, ...addressOf(path, 'file') }, Number(offset ?? 0), session)
  },
}

const getFileProperties: ServiceVerb = {
  ...reads,
  name: 'get_file_properties',
  title: 'Properties of a file',
  description: 'Size, type and time of a file or a folder.',
  fields: { path: textArg() },
  required: ['path'],
  result: { properties: { path: { type: 'string' } } },
  async run(service, { path }, session) {
    const params = { include_properties: 'true' }
    const body = await ask(session, { verb: 'GET', service, ...addressOf(path, 'as written'), params })
    return { value: withoutEmpty(isRecord(body) && isRecord(body.resource) ? body.resource : body, members) }
  },
}

export const fileReads: readonly ServiceVerb[] = [listFiles, getFile, getFileProperties]

const written = { properties: { path: { type: 'string' } } }

export const fileWrites: readonly ServiceVerb[] = [
  {
    ...ofFiles,
    name: 'create_file',
    title: 'Write a file',
    description: 'Writes a text to a file, over what is there.',
    fields: { path: textArg(), content: textArg() },
    required: ['path', 'content'],
    result: written,
    effect: 'change',
    needs: { verb: 'POST', below: '' },
    foretell: async (service, { path }) => `Write the file '${String(path)}' of '${service}', over what may be there.`,
    async run(service, { path, content }, session) {
      const response = await ask(session, {
        verb: 'POST',
        service,
        ...addressOf(path, 'file'),
        payload: String(content),
      })
      return { value: withoutEmpty(response, members) }
    },
  },
  {
    ...ofFiles,
    name: 'create_folder',
    title: 'Make a folder',
    description: 'Makes a folder and those above it.',
    fields: { path: textArg() },
    required: ['path'],
    result: written,
    effect: 'add',
    needs: { verb: 'POST', below: '' },
    async run(service, { path }, session) {
      const response = await ask(session, { verb: 'POST', service, ...addressOf(path, 'folder') })
      return { value: withoutEmpty(response, members) }
    },
  },
]

export const fileDeletes: readonly ServiceVerb[] = [
  {
    ...ofFiles,
    name: 'delete_file',
    title: 'Delete a file',
    description: 'Deletes a file or a folder; with force, all that it holds.',
    fields: { path: textArg(), force: truth() },
    required: ['path'],
    result: written,
    effect: 'delete',
    needs: { verb: 'DELETE', below: '' },
    foretell: async (service, { path, force }) =>
      `Delete '${String(path)}' of '${service}'${force === true ? ' with all that it holds' : ''}.`,
    async run(service, args, session) {
      const { resource, endsInSlash = false } = addressOf(args.path, 'as written')
      const params = flags(args, ['force'])
      const remove = (isFolder: boolean) =>
        ask(session, { verb: 'DELETE', service, resource, endsInSlash: isFolder, params })
      const gone = await remove(endsInSlash).catch(async (error: unknown) => {
        const isFolder = !endsInSlash && error instanceof Problem && error.status === 404
        if (!isFolder || !(await isThere({ verb: 'GET', service, resource, endsInSlash: true }, session))) throw error
        return await remove(true)
      })
      return { value: withoutEmpty(gone, members) }
    },
  },
]

/** Whether a folder exists; deleting one that does not succeeds all the same. */
async function isThere(call: ToolCall, session: ToolSession): Promise<boolean> {
  try {
    await ask(session, { ...call, params: { include_properties: 'true' } })
    return true
  } catch {
    session.signal.throwIfAborted()
    return false
  }
}

function flags(args: Args, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = args[name]
      return value === undefined || value === '' ? [] : [[name, String(value)]]
    }),
  )
}
