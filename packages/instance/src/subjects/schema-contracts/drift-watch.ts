import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../gateway/parts.ts'
import { driftsOf, driftTotals } from './contract-drift.ts'
import type { ContractStore } from './contract-store.ts'
import type { LockedService } from './table-contract.ts'

/** What became of the locked tables of a service, when that was looked at last; figures are absent where the database was away. */
type LastDrift = Partial<ReturnType<typeof driftTotals>> & {
  readonly checked_at: string
  readonly describe_error: string | null
}

/** Knows what was found last, and looks again in the background: nobody waits for a database to find out. */
export interface DriftWatch {
  /** Null: nobody has looked yet. */
  last(service: LockedService): LastDrift | null
  /** After a change of the contract. */
  forget(serviceId: number): void
}

/** Milliseconds after which it is looked at again, once somebody asks. */
const patience = 300_000

export function createDriftWatch(
  contracts: ContractStore,
  { background, clock }: Pick<Parts, 'background' | 'clock'>,
): DriftWatch {
  const known = new Map<number, { readonly at: number; readonly found: LastDrift }>()
  const underWay = new Set<number>()

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
    } finally {
      underWay.delete(id)
    }
  }

  return {
    last(service) {
      const { id, name } = service.row
      const last = known.get(id) ?? null
      const age = last === null ? patience : clock() - last.at
      const isOld = age >= patience || age < 0
      if (isOld && !underWay.has(id)) {
        underWay.add(id)
        background.start(`Comparing the tables of '${name}' with their contracts failed`, () => look(service))
      }
      return last?.found ?? null
    },
    forget: (serviceId) => void known.delete(serviceId),
  }
}
