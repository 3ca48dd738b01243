import { isRecord } from '@millwright/contract/wire/is-record'
import type { Authorization } from '../../records/system/declared-table.ts'
import type { Tx } from '../../records/system/sql-runner.ts'
import type { TableAuthority } from '../../records/system/table-authority.ts'
import { requireFullAdmin } from '../full-admin.ts'

/** Throws 403 if the row publishes a folder of a file service that is not public already, unless the caller is a full administrator. */
export async function requirePublicFolder(
  { tx, change, actor }: Authorization,
  { publishes }: TableAuthority,
): Promise<void> {
  const { previous, values } = change
  const folder = publishes?.({ ...previous, ...values }) ?? null
  if (folder === null) return
  const before = previous === null ? null : (publishes?.(previous) ?? null)
  if (before?.serviceId === folder.serviceId && before.folder === folder.folder) return
  if (await isPublic(tx, folder.serviceId, folder.folder)) return
  requireFullAdmin(
    actor.caller,
    `Only full administrators can publish the folder '${folder.folder}', which is not public.`,
  )
}

async function isPublic(tx: Tx, serviceId: number, folder: string): Promise<boolean> {
  const row = await tx.first('SELECT "config" FROM "service" WHERE "id" = ?', serviceId)
  const config: unknown = typeof row?.config === 'string' ? JSON.parse(row.config) : null
  const paths: unknown = isRecord(config) ? config.public_path : null
  const wanted = namesOf(folder)
  return (
    Array.isArray(paths) &&
    paths.some((path) => {
      const names = namesOf(String(path))
      return names.length > 0 && names.every((name, at) => wanted[at] === name)
    })
  )
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '')
