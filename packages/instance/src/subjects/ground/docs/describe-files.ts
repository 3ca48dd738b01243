import {
  type ApiDescription,
  bytes,
  json,
  listOf,
  members,
  operation,
  type Parameter,
  type PathItem,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
  schemaRef,
} from '@millwright/connector/openapi'
import { queryComponents, queryRefs } from './shared-components.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const filesForm: Schema = {
  type: 'object',
  properties: { files: { type: 'array', items: bytes } },
  required: ['files'],
}

const item: Schema = {
  type: 'object',
  properties: {
    path: { ...text, description: 'From the root of the service; folders end in a slash.' },
    name: text,
    type: { enum: ['file', 'folder'] },
    content_type: text,
    content_length: { type: 'integer', description: 'In bytes.' },
    last_modified: text,
    content: { ...text, description: 'The file, as base64 unless requested otherwise.' },
    error: { type: 'object', description: 'Error of this item.' },
  },
}

const fileRequest: Schema = {
  type: 'object',
  properties: {
    resource: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text,
          path: text,
          type: { enum: ['file', 'folder'] },
          content: text,
          is_base64: flag,
          source_path: text,
          delete_source: flag,
        },
      },
    },
  },
}

const paths = { type: 'object', properties: { resource: { type: 'array', items: text } }, required: ['resource'] }
const properties = members({ resource: members({ path: text, name: text, last_modified: text }) }, 'resource')

const many = schemaRef('FolderResponse')
const one = schemaRef('ResourceResponse')
/** For a list of items, or a single one. */
const manyOrOne: Schema = { anyOf: [many, one] }

const listing = [
  queryParameter('include_files', 'Whether files are listed.', { ...flag, default: true }),
  queryParameter('include_folders', 'Whether folders are listed.', { ...flag, default: true }),
  queryParameter('full_tree', 'Includes subfolders.', flag),
  queryParameter('as_list', 'Returns only paths.', flag),
  queryParameter('search', 'Restricts to names that contain this.'),
  queryParameter('include_properties', 'Returns the folder itself instead of its contents.', flag),
  queryParameter('zip', 'Returns the folder as a zip file.', flag),
  ...queryRefs('fields'),
]
const header = (name: string, description: string): Parameter => ({ name, in: 'header', description, schema: text })
const putting = [
  queryParameter('url', 'URL to fetch the file from.'),
  queryParameter('filename', 'Name of the fetched file.'),
  queryParameter('extract', 'Unpacks a zip file into the folder.', flag),
  queryParameter('clean', 'Empties the folder before unpacking.', flag),
  queryParameter('check_exist', 'Refuses to overwrite a file.', flag),
]
const puttingHere = [
  header('X-File-Name', 'Name of the file in the body.'),
  header('X-Folder-Name', 'Creates a folder with this name.'),
  ...putting,
]
const removing = [
  queryParameter('force', 'Deletes folders with their contents.', flag),
  queryParameter('content_only', 'Keeps the folder itself.', flag),
]

/** A body of any type, in a request or response. */
const anyFile = { 'application/octet-stream': { schema: bytes }, '*/*': { schema: bytes } }
const form = { 'multipart/form-data': { schema: filesForm } }

/** Describes files and folders, which are common to all file services (docs/wire/files.md). */
export function describeFiles(service: string): ApiDescription {
  const named = pascal(service)
  const folder = pathParameter('folder_path', 'Path of the folder.')
  const file = pathParameter('file_path', 'Path of the file.')
  return {
    anyDepth: true,
    paths: {
      '/': folderPath(`${named}Root`, 'the root'),
      '/{folder_path}/': { parameters: [folder], ...folderPath(`${named}Folder`, 'a folder') },
      '/{file_path}': { parameters: [file], ...filePath(`${named}File`) },
    },
    components: {
      ...queryComponents,
      schemas: { FolderResponse: listOf(item), ResourceResponse: item, FileRequest: fileRequest },
    },
  }
}

function folderPath(named: string, label: string): PathItem {
  const list = operation(`get${named}`, `List what is in ${label}`, { parameters: listing })
  const listed = { ...json({ anyOf: [many, paths, properties] }), 'application/zip': { schema: bytes } }
  const put = { parameters: puttingHere, answer: manyOrOne, status: 201 }
  const request = json(schemaRef('FileRequest'))
  const requestBody = { required: false, content: { ...request, ...form, ...anyFile } }
  const remove = operation(`delete${named}`, `Delete ${label}, or what a body lists`, {
    parameters: removing,
    answer: manyOrOne,
  })
  return {
    get: { ...list, responses: { ...list.responses, 200: { description: 'What is in it.', content: listed } } },
    post: { ...operation(`create${named}`, `Put files and folders into ${label}`, put), requestBody },
    put: { ...operation(`replace${named}`, `Put files and folders into ${label}, as POST does`, put), requestBody },
    delete: { ...remove, requestBody: { required: false, content: request } },
  }
}

function filePath(named: string): PathItem {
  const put = { parameters: putting, answer: one, status: 201 }
  const read = operation(`get${named}`, 'Read a file', {
    parameters: [
      queryParameter('download', 'Makes browsers download the file.', flag),
      queryParameter('include_properties', 'Returns the properties of the file instead of the file.', flag),
      queryParameter('content', 'Adds the content of the file, as base64, to its properties.', flag),
    ],
  })
  const anyJson = json({ description: 'The file, if it is JSON, or the properties of a file.' })
  const content = { ...anyJson, ...anyFile }
  const requestBody = { required: true, content: { ...form, ...anyFile } }
  const responses = {
    200: { description: 'The file.', content },
    206: { description: 'The requested range of the file.', content },
    304: { description: 'Not modified.' },
  }
  return {
    get: { ...read, responses: { ...responses, default: read.responses.default } },
    post: { ...operation(`create${named}`, 'Write a file', put), requestBody },
    put: { ...operation(`replace${named}`, 'Write a file, as POST does', put), requestBody },
    delete: operation(`delete${named}`, 'Delete a file', {
      parameters: [queryParameter('no_check', 'Succeeds when there is no such file.', flag)],
      answer: one,
    }),
  }
}
