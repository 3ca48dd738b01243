import type { ApiDescription, PathItem, Schema } from './openapi.ts'
import { bytes, listOf, operation, pascal, pathParameter, queryParameter } from './operation.ts'

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
    error: { type: 'object', description: 'Why this one failed.' },
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

const answer = { $ref: '#/components/schemas/FolderResponse' }
const made = { $ref: '#/components/schemas/ResourceResponse' }

const listing = [
  queryParameter('include_files', 'Whether files are listed.', { ...flag, default: true }),
  queryParameter('include_folders', 'Whether folders are listed.', { ...flag, default: true }),
  queryParameter('full_tree', 'Lists what is in folders below, too.', flag),
  queryParameter('as_list', 'Answers paths alone.', flag),
  queryParameter('search', 'Only what has this in its name.'),
  queryParameter('include_properties', 'Answers the folder instead of what is in it.', flag),
  queryParameter('zip', 'Answers everything in the folder as one zip file.', flag),
]
const putting = [
  queryParameter('url', 'Fetches the file from this address.'),
  queryParameter('extract', 'Unpacks a zip file into the folder.', flag),
  queryParameter('clean', 'Empties the folder before unpacking.', flag),
  queryParameter('check_exist', 'Refuses to replace a file.', flag),
]
const removing = [
  queryParameter('force', 'Deletes folders with everything in them.', flag),
  queryParameter('content_only', 'Keeps the folder itself.', flag),
]

/** Files and folders, which every file service has alike (docs/wire/files.md). */
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
    components: { schemas: { FolderResponse: listOf(item), ResourceResponse: item, FileRequest: fileRequest } },
  }
}

function folderPath(named: string, label: string): PathItem {
  const body = { $ref: '#/components/schemas/FileRequest' }
  const put = { parameters: putting, body, form: filesForm, answer, status: 201 }
  return {
    get: operation(`get${named}`, `List what is in ${label}`, { parameters: listing, answer }),
    post: operation(`create${named}`, `Put files and folders into ${label}`, put),
    put: operation(`replace${named}`, `Put files and folders into ${label}, as POST does`, put),
    delete: operation(`delete${named}`, `Delete ${label}, or what a body lists`, { parameters: removing, answer }),
  }
}

function filePath(named: string): PathItem {
  const put = { parameters: putting, answer: made, status: 201 }
  const read = operation(`get${named}`, 'Read a file', {
    parameters: [
      queryParameter('download', 'Has browsers save the file.', flag),
      queryParameter('include_properties', 'Answers what is known of the file instead of the file.', flag),
      queryParameter('content', 'Adds the file, as base64, to its properties.', flag),
    ],
  })
  const content = { 'application/octet-stream': { schema: bytes } }
  const requestBody = { required: true, content }
  return {
    get: { ...read, responses: { ...read.responses, 200: { description: 'The file.', content } } },
    post: { ...operation(`create${named}`, 'Write a file', put), requestBody },
    put: { ...operation(`replace${named}`, 'Write a file, as POST does', put), requestBody },
    delete: operation(`delete${named}`, 'Delete a file', { answer: made }),
  }
}
