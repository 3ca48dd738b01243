import type { FinishedCall } from '../../../gateway/ports/usage.ts'
import type { Store } from '../../../store/store.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import type { TemplateForm } from './address-forms.ts'
import { Collector } from './collector.ts'
import type { LogRules } from './log/write-log.ts'

/** Past calls to be counted. */
export interface Replay {
  /** Ordered by `at`, when the call ended, in milliseconds since 1970. */
  readonly calls: Iterable<{ readonly at: number; readonly call: FinishedCall }>
  /** Whether to add them to the request log as well. */
  readonly isLogged: boolean
  /** Form of a service's paths by its lower-case name; `null`: there is no such service. */
  readonly formOf: (service: string) => TemplateForm | null
}

interface ReplayParts {
  readonly records: Pick<Store, 'db'>
  readonly store: () => Promise<UsageStore>
  readonly log: LogRules & { readonly sample: number }
}

/** Calls in memory at once. */
const together = 2_000

/** Counts calls at the times when they ended; existing counts are kept. */
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
