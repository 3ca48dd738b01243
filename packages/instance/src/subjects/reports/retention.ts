import type { Parts } from '../../gateway/parts.ts'
import { isoMicros } from '../../platform/clock.ts'
import { ignoreAway } from '../../store/away.ts'

const hour = 3_600_000
const day = 24 * hour

/** Forgets entries of the audit trail that are older than is kept: in the background, hourly at most, when something changes. */
export function keepAuditBounded({
  store,
  clock,
  config,
  background,
}: Pick<Parts, 'store' | 'clock' | 'config' | 'background'>): void {
  let next = 0

  async function thin(now: number): Promise<void> {
    const oldest = isoMicros(now - config.auditDays * day)
    await store.transaction((tx) => tx.deleteFrom('audit').where('created_date', '<', oldest).execute())
  }

  store.changes.subscribe(() => {
    const now = clock()
    if (now < next) return
    next = now + hour
    background.start('Thinning the audit trail', () => thin(now).catch(ignoreAway))
  })
}
