import { hostname } from 'node:os'
import type { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../access/decide.ts'
import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import { pathNames } from '../../gateway/ports/file-storage.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { fileConfig } from '../files/public-files.ts'
import { kindOf } from '../kinds/service-kinds.ts'
import { createFileCalls } from './file-calls.ts'
import { text } from './package-content.ts'

/** Where an export goes. */
export interface Target {
  /** By which the file can be read, for those who may. */
  readonly address: string
  readonly isPublic: boolean
  write(archive: Readable): Promise<void>
}

/** Finds the place that `storage` names: a name, or `{name|id, folder|path, filename|file}` (docs/wire/packages.md). */
export function createTarget({ store, clock }: Pick<Parts, 'store' | 'clock'>, call: Forward) {
  return async (storage: unknown, request: ApiRequest): Promise<Target> => {
    const given = isRecord(storage) ? storage : { name: storage }
    const services = store.db.selectFrom('service').select(['id', 'name', 'type', 'config', 'is_active'])
    const row =
      typeof given.id === 'number'
        ? await services.where('id', '=', given.id).executeTakeFirst()
        : await services.where('name', '=', text(given.name) ?? 'files').executeTakeFirst()
    if (row === undefined || row.is_active !== 1 || kindOf(row.type)?.group !== 'File') {
      throw new Problem(400, 'There is no such file service to store the package on.')
    }
    const folder = pathNames(text(given.folder) ?? text(given.path) ?? '__EXPORTS')
    const named = text(given.filename) ?? text(given.file) ?? `${hostname()}_${stamp(clock())}`
    const [file, ...more] = pathNames(/\.zip$/i.test(named) ? named : `${named}.zip`) ?? []
    if (folder === null || file === undefined || more.length > 0) {
      throw new Problem(400, 'The folder or the name of the file holds what is not allowed in one.')
    }
    const place = folder.join('/')
    const asked = { ...request, verb: 'POST', service: row.name.toLowerCase(), resource: `${place}/` } as const
    if (!decide(asked, []).allowed) throw new Problem(403, `You may not store files in ${row.name}/${place}.`)
    const path = [...folder, file].join('/')
    const calls = createFileCalls(call, request, row.name)
    return {
      address: `${request.origin}/api/v2/${row.name}/${path}`,
      isPublic: fileConfig(row.config).public_path.some((open) => isWithin(folder, open)),
      async write(archive) {
        if (place !== '') await calls.makeFolder(place).catch(unlessThere)
        await calls.write(path, archive)
      },
    }
  }
}

/** One that cannot be made for another reason refuses what is put into it. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 400) throw error
}

function isWithin(folder: readonly string[], open: string): boolean {
  const names = pathNames(open)
  return names !== null && names.length > 0 && names.every((name, at) => folder[at] === name)
}

function stamp(now: number): string {
  const [date, time = ''] = new Date(now).toISOString().split('T')
  return `${date}_${time.slice(0, 8).replaceAll(':', '.')}`
}
