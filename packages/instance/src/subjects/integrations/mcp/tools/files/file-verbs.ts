import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { ask, askList, takeWithinBudget, withoutEmpty } from '../answers.ts'
import { type Args, text, truth, whole } from '../args.ts'
import type { ToolCall, ToolSession } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'
import { readFile } from './read-file.ts'

const ofFiles = { category: 'file' } as const
const reads = { ...ofFiles, effect: 'read', needs: { verb: 'GET', below: '' } } as const
const members = ['path', 'name', 'type', 'content_type', 'content_length', 'last_modified']

/** The path in requests, where a trailing slash marks a folder. */
function addressOf(path: unknown, as: 'file' | 'folder' | 'as written'): Pick<ToolCall, 'resource' | 'endsInSlash'> {
  const given = String(path ?? '')
  if (given.split('/').some((part) => part === '..' || part === '.')) throw new Problem(400, `'${given}' is no path.`)
  const resource = given
    .split('/')
    .filter((part) => part !== '')
    .join('/')
  const endsInSlash = as === 'folder' || resource === '' || (as === 'as written' && given.endsWith('/'))
  return { resource, endsInSlash }
}

const listFiles: ServiceVerb = {
  ...reads,
  name: 'list_files',
  title: 'List files',
  description: 'What is in a folder, or below it with full_tree; search finds by a part of the name.',
  fields: {
    path: text(),
    search: text(),
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
  fields: { path: text(), offset: whole('in bytes', { minimum: 0 }) },
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
  fields: { path: text() },
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
    fields: { path: text(), content: text() },
    required: ['path', 'content'],
    result: written,
    effect: 'change',
    needs: { verb: 'POST', below: '' },
    foretell: async (service, { path }) => `Write the file '${String(path)}' of '${service}', over what may be there.`,
    async run(service, { path, content }, session) {
      const made = await ask(session, { verb: 'POST', service, ...addressOf(path, 'file'), payload: String(content) })
      return { value: withoutEmpty(made, members) }
    },
  },
  {
    ...ofFiles,
    name: 'create_folder',
    title: 'Make a folder',
    description: 'Makes a folder and those above it.',
    fields: { path: text() },
    required: ['path'],
    result: written,
    effect: 'add',
    needs: { verb: 'POST', below: '' },
    async run(service, { path }, session) {
      const made = await ask(session, { verb: 'POST', service, ...addressOf(path, 'folder') })
      return { value: withoutEmpty(made, members) }
    },
  },
]

export const fileDeletes: readonly ServiceVerb[] = [
  {
    ...ofFiles,
    name: 'delete_file',
    title: 'Delete a file',
    description: 'Deletes a file or a folder; with force, all that it holds.',
    fields: { path: text(), force: truth() },
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
