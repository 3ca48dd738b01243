import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../request/api-request.ts'
import { readKey } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import { flag, list } from '../../../request/params.ts'
import type { Store } from '../../../store/store.ts'
import { type FindStorage, type FoundStorage, requireFileAccess, storageFor } from '../../data/files/source-files.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

const needed = ['id', 'storage_service_id', 'storage_container']

/**
 * Makes `DELETE` with `delete_storage=true` delete the app's folder after the app. If another app uses the folder too, it responds with 409
 * before anything is deleted (docs/wire/records.md).
 */
export function withStorageRemoval(apps: SystemResource, store: Pick<Store, 'db'>, findStorage: FindStorage) {
  const { db } = store

  /** Finds the folders to delete, which the caller must be allowed to, before anything is deleted. */
  async function foldersOf(
    ids: readonly number[],
    caller: Caller,
  ): Promise<{ found: FoundStorage; container: string }[]> {
    const rows = await db.selectFrom('app').select(['id', 'name', 'storage_service_id', 'storage_container']).execute()
    const folders: { found: FoundStorage; container: string }[] = []
    for (const app of rows.filter(({ id }) => ids.includes(id))) {
      const container = folderName(app.storage_container)
      if (app.storage_service_id === null || container === '') continue
      const sharing = rows.filter(
        (other) =>
          !ids.includes(other.id) &&
          other.storage_service_id === app.storage_service_id &&
          isWithin(folderName(other.storage_container), container),
      )
      if (sharing.length > 0) throw shared(sharing.map(({ name }) => name))
      const found = await findStorage(app.storage_service_id)
      requireFileAccess(caller, { verb: 'DELETE', service: found.service, path: container })
      folders.push({ found, container })
    }
    return folders
  }

  return {
    ...apps,
    async handle(request, rest) {
      if (request.verb !== 'DELETE' || !flag(request.params, 'delete_storage')) return apps.handle(request, rest)
      const { caller } = request
      const folders = await foldersOf(idsOf(request, rest), caller)
      const writable = await Promise.all(
        folders.map(async ({ found, container }) => ({ storage: await storageFor(found, store, caller), container })),
      )
      const answer = await apps.handle(withFields(request), rest)
      for (const { storage, container } of writable) await storage.removeFolder(container)
      return answer
    },
  } satisfies SystemResource
}

function shared(names: readonly string[]): Problem {
  return new Problem(409, `The storage is also used by ${names.join(', ')}.`, { context: { app: names } })
}

function idsOf({ params }: ApiRequest, rest: readonly string[]): number[] {
  const keys = rest[0] === undefined ? (list(params, 'ids') ?? []) : [rest[0]]
  const ids = keys.flatMap((id) => readKey(id, 'number') ?? [])
  if (ids.length === 0) throw new Problem(400, 'delete_storage needs the identifier of an app, or several in ids.')
  return ids.map(Number)
}

function withFields(request: ApiRequest): ApiRequest {
  const fieldNames = list(request.params, 'fields') ?? []
  if (fieldNames.includes('*')) return request
  return { ...request, params: { ...request.params, fields: [...new Set([...fieldNames, ...needed])].join(',') } }
}

const folderName = (container: string | null): string => pathNames(container ?? '')?.join('/') ?? ''

/** Returns whether a folder equals another one or is inside it. */
const isWithin = (folder: string, other: string): boolean => folder === other || folder.startsWith(`${other}/`)
