import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import { atMost } from '../../../platform/at-most.ts'
import { driftsOf, driftTotals } from './contract-drift.ts'
import type { ContractStore } from './contract-store.ts'
import type { LockedService } from './table-contract.ts'

/** Result of the latest comparison of a service's locked tables; counts are absent if the database was unavailable. */
type LastDrift = Partial<ReturnType<typeof driftTotals>> & {
  readonly checked_at: string
  readonly describe_error: string | null
}

/** Caches the latest comparison and refreshes it in the background, so that no caller waits long for a database. */
export interface DriftWatch {
  /** Waits for the first comparison, up to `moment`. `null`: not known yet. */
  last(service: LockedService): Promise<LastDrift | null>
  /** Discards the result after a change of the contract. */
  forget(serviceId: number): void
}

/** Milliseconds after which the next request refreshes the result. */
const maxAge = 300_000
/** Most milliseconds that a response waits for the first comparison. */
const firstCheckTimeout = 1000

export function createDriftWatch(
  contracts: ContractStore,
  { background, clock }: Pick<Parts, 'background' | 'clock'>,
): DriftWatch {
  const known = new Map<number, { readonly at: number; readonly found: LastDrift }>()
  const underWay = new Map<number, Promise<void>>()

  function lookAt(service: LockedService): Promise<void> {
    const { id, name } = service.row
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(id, promise)
    background.start(`Comparing the tables of '${name}' with their contracts failed`, () =>
      look(service).finally(() => {
        underWay.delete(id)
        resolve()
      }),
    )
    return promise
  }

  async function look(service: LockedService): Promise<void> {
    const { id } = service.row
    const at = clock()
    const checked_at = contracts.now()
    try {
      const active = (await contracts.all(id)).filter(({ status }) => status === 'active')
      const totals = driftTotals(driftsOf(active, await service.tables()))
      known.set(id, { at, found: { checked_at, ...totals, describe_error: null } })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      known.set(id, { at, found: { checked_at, describe_error: error.message } })
    }
  }

  return {
    async last(service) {
      const { id } = service.row
      const last = known.get(id) ?? null
      const age = last === null ? maxAge : clock() - last.at
      const isOld = age >= maxAge || age < 0
      const looking = underWay.get(id) ?? (isOld ? lookAt(service) : null)
      if (last !== null || looking === null) return last?.found ?? null
      await atMost(firstCheckTimeout, looking)
      return known.get(id)?.found ?? null
    },
    forget: (serviceId) => void known.delete(serviceId),
  }
}
