import type { Parts } from '../../../gateway/parts.ts'
import type { Actor } from '../../../records/system/declared-table.ts'
import type { RowReading } from '../../../records/system/row-reading.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'

/** The actor of a write, for the audit log. */
export function actorOf(
  { caller, address, verb }: Pick<ApiRequest, 'caller' | 'address' | 'verb'>,
  { auditLog }: WriteLog,
  { clock, vault, kinds, authorize }: Pick<Parts, 'clock' | 'authorize'> & RowReading,
): Actor {
  return { caller, address, verb, auditLog, now: clock(), vault, kinds, authorize }
}
