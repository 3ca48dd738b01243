import { secretMask } from '@millwright/contract/records/lookup'
import type { AuditEntry } from '@millwright/contract/records/report'
import type { RecordId } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { t } from './messages.ts'

export interface Deletion {
  /** `system/role`. */
  readonly collection: string
  readonly ids: readonly RecordId[]
  /** Title of the notification: the name of the tab. */
  readonly module: string
}

/** A related record or value that was not restored, as reported by the instance. */
interface Missing {
  readonly resource: string
  readonly name: string | null
  readonly message: string
}

/** Restores deleted records one by one from the audit log, and reports what was restored and what was not. */
export async function undoDeletion({ collection, ids, module }: Deletion): Promise<void> {
  const tag = `undo:${collection}:${ids.join(',')}`
  notify({ type: 'testing', title: module, text: t.restoring, tag })
  try {
    const entries = await deletedEntries(collection, ids)
    const problems = ids.length > entries.length ? [t.auditMissing] : []
    let restored = 0
    for (const entry of entries) {
      try {
        const { data } = await send<{ missing?: Missing[] }>({
          verb: 'POST',
          path: `system/audit/${entry.id}/take_back`,
        })
        restored += 1
        for (const { resource, name, message } of data?.missing ?? []) problems.push(`${name ?? resource}: ${message}`)
      } catch (error) {
        problems.push(`${entry.record_name ?? entry.record_id}: ${messageOf(error)}`)
      }
    }
    const text = [restoredText(restored, entries), ...problems].join('\n')
    notify({ type: problems.length > 0 ? 'warning' : 'success', title: module, text, tag })
  } catch (error) {
    notify({ type: 'error', title: module, text: t.notRestored({ reason: messageOf(error) }), tag })
  }
}

function restoredText(restored: number, entries: readonly AuditEntry[]): string {
  if (restored === 0) return t.nothingWasRestored
  const secrets = [...new Set(entries.flatMap(({ before }) => secretsIn(before ?? {})))]
  const others = secrets.filter((name) => name !== 'api_key')
  return [
    t.restored({ count: restored }),
    ...(secrets.includes('api_key') ? [t.newApiKey] : []),
    ...(others.length > 0 ? [t.enterSecretsAgain({ names: others.join(', ') })] : []),
  ].join(' ')
}

/** Names of fields of which the audit log has only the mask. */
function secretsIn(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === secretMask) return [name]
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? secretsIn({ ...value }) : []
  })
}

/** The latest deletion of each record. */
async function deletedEntries(collection: string, ids: readonly RecordId[]): Promise<AuditEntry[]> {
  const resource = collection.replace(/^system\//, '')
  const list = ids.map((id) => JSON.stringify(String(id))).join(',')
  const filter = `(resource = "${resource}") and (action = "deleted") and (owner_id is null) and (record_id in (${list}))`
  const params = { filter, order: 'id desc' }
  const { data } = await send({ verb: 'GET', path: 'system/audit', params })
  const newest = new Map<string, AuditEntry>()
  for (const entry of data.resource) if (!newest.has(entry.record_id)) newest.set(entry.record_id, entry)
  return [...newest.values()].toReversed()
}
