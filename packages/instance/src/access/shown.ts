import type { OpenPlace, Shown } from '../records/system/read-place.ts'
import type { Tx } from '../records/system/sql-runner.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { decide } from './decide.ts'
import { rolesBeyondRights } from './handed-role.ts'

/** What a caller is shown of related records, and of the keys of apps (docs/wire/access.md). */
export function shownTo({ caller, requestor }: Pick<ApiRequest, 'caller' | 'requestor'>, tx: Tx): Shown {
  return {
    async at(places) {
      const open: OpenPlace[] = []
      for (const place of places) {
        const read = { verb: 'GET', service: 'system', resource: place.name, requestor, caller } as const
        if (!decide(read, []).allowed) continue
        if (place.admits !== undefined && !(await place.admits(caller, tx.first))) continue
        open.push({ place, only: place.visible?.(caller) ?? null })
      }
      return open
    },
    lackedRoles: (ids) => rolesBeyondRights(tx, caller, ids),
  }
}
