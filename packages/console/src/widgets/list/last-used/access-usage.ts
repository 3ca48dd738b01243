import type { AccessSubject, AccessUsage, AccessUsageAnswer } from '@millwright/contract/wire/usage'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import type { Params } from '../../../instance/transport.ts'
import { t } from './messages.ts'

/** When apps, roles or people were last used, by id. */
export interface KnownUse {
  readonly byId: ReadonlyMap<number, Partial<AccessUsage>>
}

/** Reads the usage of those that `params` select, or all; throws `InstanceError` on servers without usage data. */
export async function readAccessUsage(
  subject: AccessSubject,
  signal: AbortSignal,
  params: Params = {},
): Promise<KnownUse> {
  const path = 'system/access_usage'
  const call = { verb: 'GET', path, params: { subject, ...params }, ignore401: true, signal } as const
  const { data } = await send<Partial<AccessUsageAnswer> | null>(call)
  const rows = data?.resource
  const { ledger_available, tracking_started_at } = data?.meta ?? {}
  const isCounting = ledger_available !== false || typeof tracking_started_at === 'string'
  if (!Array.isArray(rows) || !isCounting) throw new InstanceError(t.lastUseUnknown)
  return { byId: new Map(rows.map((row) => [Number(row.subject_id), row])) }
}
