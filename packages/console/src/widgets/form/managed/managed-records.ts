import type { ManagedRecords } from '@millwright/contract/wire/config'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { isFullAdmin } from '../../../instance/session.ts'

/** Whether records of this server can be managed by folders of configuration, and the user may read which. */
export function useConfigFolders(): boolean {
  const environment = useEnvironment()
  const user = useUser()
  return hasFeature(environment, 'config-folders') && isFullAdmin(user)
}

/** The records that folders manage. `type`: only those of it. */
export function managedQuery(type?: string) {
  const params = type === undefined ? {} : { type }
  return queryOptions({
    queryKey: ['config', 'managed', params],
    queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'system/config/managed', params, signal })).data,
    staleTime: 60_000,
  })
}

/** The managed records that were changed since the last apply. Every record is read for it. */
export const driftQuery = queryOptions({
  queryKey: ['config', 'drift'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'system/config/drift', signal })).data,
  staleTime: 10_000,
})

export type ManagedRecord = ManagedRecords['records'][number]

/** Who manages a record, and whether it is locked; `null`: nobody, or it is not known. `type`: the resource below `system`. */
export function useManagedRecord(type: string, name: string | null): (ManagedRecord & { locked: boolean }) | null {
  const enabled = useConfigFolders() && name !== null
  const managed = useQuery({ ...managedQuery(type), enabled }).data
  const found = managed?.records.find((record) => record.type === type && record.name === name)
  return found === undefined || managed === undefined ? null : { ...found, locked: managed.locked }
}

/** The files of a record as they would be exported now, one after the other. */
export async function recordText({ type, name }: Pick<ManagedRecord, 'type' | 'name'>): Promise<string> {
  const { data } = await send({ verb: 'GET', path: 'system/config/text', params: { type, name } })
  const [first] = data.files
  return data.files.length === 1
    ? (first?.text ?? '')
    : data.files.map(({ path, text }) => `# ${path}\n${text}`).join('\n')
}
