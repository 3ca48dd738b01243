import type { Parts } from '../../gateway/parts.ts'
import type { Actor } from '../../records/system/declared-table.ts'
import type { WriteLog } from '../../records/system/write-log.ts'
import type { ApiRequest } from '../../request/api-request.ts'

/** Who writes what the log tells of. */
export function actorOf(
  { caller, address, verb }: Pick<ApiRequest, 'caller' | 'address' | 'verb'>,
  { auditLog }: WriteLog,
  { clock, vault }: Pick<Parts, 'clock' | 'vault'>,
): Actor {
  return { caller, address, verb, auditLog, now: clock(), vault }
}
