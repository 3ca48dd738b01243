import type { FinishedCall } from '../../gateway/ports/usage.ts'
import type { Store } from '../../store/store.ts'
import type { UsageStore } from '../../store/usage/usage-store.ts'
import { Collector } from './collector.ts'
import type { LogRules } from './log/write-log.ts'
import type { AddressForm } from './resource-template.ts'

/** Calls of the past, as they are to be counted. */
export interface Replay {
  /** In the order of `at`, milliseconds since 1970, when the call ended. */
  readonly calls: Iterable<{ readonly at: number; readonly call: FinishedCall }>
  /** Whether they go to the request log too. */
  readonly isLogged: boolean
  /** How addresses of a service are made, by its name in lower case; null: there is none of that name. */
  readonly formOf: (service: string) => AddressForm | null
}

interface ReplayParts {
  readonly records: Pick<Store, 'db'>
  readonly store: () => Promise<UsageStore>
  readonly log: LogRules & { readonly sample: number }
}

/** Calls in memory at once. */
const together = 2_000

/** Counts calls as if they had happened when they say; what was counted before stays. */
export async function replayCalls(parts: ReplayParts, { calls, isLogged, formOf }: Replay): Promise<void> {
  let now: number | null = null
  let collector: Collector | null = null
  let waiting = 0
  for (const { at, call } of calls) {
    now = at
    collector ??= new Collector({
      ...parts,
      clock: () => now ?? at,
      elapsed: () => now ?? at,
      formOf,
      log: { ...parts.log, isOn: isLogged },
    })
    collector.record(call)
    waiting += 1
    if (waiting < together) continue
    await collector.flush()
    waiting = 0
  }
  await collector?.close()
}
