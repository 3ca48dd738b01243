import type { FileStorage } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'

export interface FoundStorage {
  readonly serviceId: number
  /** Name of the service. */
  readonly service: string
  readonly storage: FileStorage
}

/** Returns the storage of a file service, or of the first local one for `null`. Throws a 400 if there is none. */
export type FindStorage = (serviceId: number | null) => Promise<FoundStorage>

export function createFindStorage({ store, storageOf }: Pick<Parts, 'store' | 'storageOf'>): FindStorage {
  return async (serviceId) => {
    const services = store.db.selectFrom('service').select(['id', 'name'])
    const row =
      serviceId === null
        ? await services.where('type', '=', 'local_file').where('is_active', '=', 1).orderBy('id').executeTakeFirst()
        : await services.where('id', '=', serviceId).executeTakeFirst()
    if (row === undefined) throw new Problem(400, 'There is no such file service to store files on.')
    const storage = await storageOf(row.name)
    if (storage === null) throw new Problem(400, 'Files of apps can be stored on file services only.')
    return { serviceId: row.id, service: row.name, storage }
  }
}
