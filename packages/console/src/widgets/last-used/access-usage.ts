import type { AccessSubject, AccessUsage, AccessUsageAnswer } from '@millwright/contract/wire/usage'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'

/** When each app, role or person was used last, by identifier. */
export interface KnownUse {
  readonly byId: ReadonlyMap<number, Partial<AccessUsage>>
  /** When the server began to count; "never" means not since then. Null: it does not say. */
  readonly since: string | null
}

/** Asked once for a list, of any server; those that do not tell refuse it, and nobody is told. */
export function accessUsageQuery(subject: AccessSubject) {
  return queryOptions({
    queryKey: ['access-usage', subject] as const,
    queryFn: async ({ signal }): Promise<KnownUse> => {
      const call = { verb: 'GET', path: 'system/access_usage', params: { subject }, ignore401: true, signal } as const
      const { data } = await send<Partial<AccessUsageAnswer>>(call)
      const rows = Array.isArray(data?.resource) ? data.resource : []
      return {
        byId: new Map(rows.map((row) => [Number(row.subject_id), row])),
        since: data.meta?.tracking_started_at ?? null,
      }
    },
    staleTime: 60_000,
    retry: false,
  })
}
