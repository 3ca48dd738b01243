import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type { FileStorage } from '../../gateway/ports/file-storage.ts'
import type { Service } from '../../gateway/service.ts'
import type { ServiceParts } from '../../gateway/service-kind.ts'
import { createOutgoing } from '../../platform/outgoing/outgoing.ts'
import type { ApiRequest, ApiResponse, Unread } from '../../request/api-request.ts'
import { flag } from '../../request/params.ts'
import { type FileCall, type FileLimits, permit, readPath } from './file-call.ts'
import { folderComponents, folderProperties, listFolder } from './folder-listing.ts'
import { readItems } from './items.ts'
import { putAtPath, putInFolder } from './put.ts'
import { readFile } from './read-file.ts'
import { isForm } from './receive-form.ts'
import { remove } from './remove.ts'
import { withoutSources } from './source-files.ts'
import { zipFolder } from './zip-folder.ts'

/** A storage as a service: folders are addresses that end in a slash, and the root (docs/wire/files.md). */
export function createFileService(storage: FileStorage, { host }: ServiceParts): Service {
  const { dataFolder, uploadLimit, bodyLimit, allowPrivateHosts } = host.parts.config
  const outgoing = createOutgoing({ allowPrivateHosts })
  const limits: FileLimits = {
    upload: uploadLimit,
    text: bodyLimit,
    drafts: join(dataFolder, 'drafts'),
    fetch: outgoing.stream,
  }

  async function callOf(request: ApiRequest): Promise<FileCall> {
    const path = await knownPath(request)
    const writable = request.verb === 'GET' ? storage : await withoutSources(storage, host.parts.store, request.caller)
    const call = { request, storage: writable, path, limits }
    // The form of the name that is used may be another than the one that access was decided by.
    if (path !== request.resource) permit(call, request.verb, path)
    return call
  }

  /** Names are kept in one form of Unicode; what came into the storage otherwise is found by the name that it has. */
  async function knownPath({ verb, resource }: ApiRequest): Promise<string> {
    const path = readPath(resource)
    if (path === resource || verb === 'POST' || verb === 'PUT') return path
    return (await storage.find(path)) === null && (await storage.find(resource)) !== null ? resource : path
  }

  return {
    takesUpload: isUpload,
    storage,
    ...(storage.close === undefined ? {} : { close: storage.close }),
    publicEndpoints: [],
    accessList: (request) => folderComponents({ storage, request }),
    async handle(request) {
      const isFolder = request.resource === '' || request.endsInSlash === true
      const call = await callOf(request)
      switch (request.verb) {
        case 'GET':
          return isFolder ? readFolder(call) : readFile(call)
        case 'POST':
        case 'PUT':
          return isFolder ? putInFolder(call) : putAtPath(call)
        case 'DELETE':
          return remove(call, readItems(request), isFolder)
        default:
          throw new Problem(501, 'Properties of files and folders cannot be changed.')
      }
    },
  }
}

/** Whether the body is a file, or a form with files, rather than a list of what to do. */
function isUpload({ verb, resource, endsInSlash, headers }: Unread): boolean {
  if (verb !== 'POST' && verb !== 'PUT') return false
  const isFile = resource !== '' && endsInSlash !== true
  return isFile || Boolean(headers['x-file-name']) || isForm(headers['content-type'] ?? '')
}

async function readFolder(call: FileCall): Promise<ApiResponse> {
  const { params, resource } = call.request
  if (resource === '' && flag(params, 'as_access_list')) {
    return { status: 200, body: { resource: await folderComponents(call) } }
  }
  if (flag(params, 'include_properties')) return folderProperties(call)
  return flag(params, 'zip') ? zipFolder(call) : listFolder(call)
}
