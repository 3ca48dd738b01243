import type { AccessSubject, AccessUsage, AccessUsageAnswer } from '@millwright/contract/wire/usage'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { t } from './messages.ts'

/** When each app, role or person was used last, by identifier. */
export interface KnownUse {
  readonly byId: ReadonlyMap<number, Partial<AccessUsage>>
}

/** Reads them all; throws `InstanceError` on servers that do not tell. */
export async function readAccessUsage(subject: AccessSubject, signal: AbortSignal): Promise<KnownUse> {
  const call = { verb: 'GET', path: 'system/access_usage', params: { subject }, ignore401: true, signal } as const
  const { data } = await send<Partial<AccessUsageAnswer> | null>(call)
  const rows = data?.resource
  if (!Array.isArray(rows)) throw new InstanceError(t.thisServerDoesNotTell)
  return { byId: new Map(rows.map((row) => [Number(row.subject_id), row])) }
}
