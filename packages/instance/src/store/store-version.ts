import { Problem } from '@millwright/contract/problem'
import type { ReadinessCheck } from '../platform/readiness.ts'
import { incompatibilityReason } from './migrations/migrate.ts'
import type { Store } from './store.ts'

/** Whether this node can use the tables, which a newer one may have migrated while it runs (docs/reliability.md). */
export interface StoreVersion {
  readonly check: ReadinessCheck
  /** The 503 for every request once the tables are too new for this node; `null` before. */
  readonly refusal: Problem | null
}

/** `outdated` is called once, when the tables become too new. */
export function watchStoreVersion(store: Store, outdated: () => void): StoreVersion {
  let reason: string | null = null

  async function look(): Promise<string | null> {
    if (reason !== null) return reason
    const found = await incompatibilityReason(store)
    if (found !== null && reason === null) {
      reason = found
      outdated()
    }
    return reason
  }

  // If the store is unavailable, it notifies again once it is back.
  store.onMigrated(() => void look().catch(() => undefined))
  return {
    check: { name: 'version', check: look },
    get refusal() {
      return reason === null ? null : new Problem(503, `This node no longer accepts requests. ${reason}`)
    },
  }
}
