import { Problem } from '@millwright/contract/problem'
import type { ReadinessCheck } from '../platform/readiness.ts'
import { whyUnservable } from './migrations/migrate.ts'
import type { Store } from './store.ts'

/** Whether this node can go on with the tables, which a newer one may have migrated while it runs (docs/reliability.md). */
export interface StoreVersion {
  readonly check: ReadinessCheck
  /** The refusal of every request with 503 once the tables are too new for this node; null before. */
  readonly refusal: Problem | null
}

/** `outdated` is told once, when it begins. */
export function watchStoreVersion(store: Store, outdated: () => void): StoreVersion {
  let reason: string | null = null

  async function look(): Promise<string | null> {
    if (reason !== null) return reason
    const found = await whyUnservable(store)
    if (found !== null && reason === null) {
      reason = found
      outdated()
    }
    return reason
  }

  // A store that is away says it again once it is back.
  store.onMigrated(() => void look().catch(() => undefined))
  return {
    check: { name: 'version', check: look },
    get refusal() {
      return reason === null ? null : new Problem(503, `This node no longer accepts requests. ${reason}`)
    },
  }
}
