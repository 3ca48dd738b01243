import { Problem } from '@millwright/contract/problem'
import type { Store } from '../../store/store.ts'
import { createLocalStorage } from './local/local-storage.ts'
import { fileConfig, localRoot } from './public-files.ts'
import type { FileStorage } from './storage.ts'

export interface FoundStorage {
  readonly serviceId: number
  readonly storage: FileStorage
}

/** The storage of a file service; of the first one on this machine when none is named. Refuses others with 400. */
export type FindStorage = (serviceId: number | null) => Promise<FoundStorage>

export function createFindStorage({ db }: Pick<Store, 'db'>, dataFolder: string): FindStorage {
  return async (serviceId) => {
    const services = db.selectFrom('service').select(['id', 'type', 'config'])
    const row =
      serviceId === null
        ? await services.where('type', '=', 'local_file').where('is_active', '=', 1).orderBy('id').executeTakeFirst()
        : await services.where('id', '=', serviceId).executeTakeFirst()
    if (row === undefined) throw new Problem(400, 'There is no such file service to store files on.')
    if (row.type !== 'local_file') throw new Problem(400, 'Files of apps can be stored on local file services only.')
    const root = localRoot(dataFolder, fileConfig(row.config).container)
    if (root === null) throw new Problem(400, 'The file service names no container that could hold files.')
    return { serviceId: row.id, storage: createLocalStorage(root) }
  }
}
