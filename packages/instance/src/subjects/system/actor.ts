import type { Parts } from '../../gateway/parts.ts'
import type { Actor } from '../../records/system/declared-table.ts'
import type { WriteLog } from '../../records/system/write-log.ts'
import type { ApiRequest } from '../../request/api-request.ts'

/** The actor of a write, for the audit log. */
export function actorOf(
  { caller, address, verb }: Pick<ApiRequest, 'caller' | 'address' | 'verb'>,
  { auditLog }: WriteLog,
  { clock, vault, authorize }: Pick<Parts, 'clock' | 'vault' | 'authorize'>,
): Actor {
  return { caller, address, verb, auditLog, now: clock(), vault, authorize }
}
