import type {
  ContractEnforcement,
  ContractMode,
  DriftChange,
  DriftSummary,
} from '@millwright/contract/wire/schema-contract'
import { queryOptions } from '@tanstack/react-query'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { contractMessages } from './messages.ts'

export interface ServiceContract {
  readonly mode: ContractMode
  readonly runtime_enforcement: ContractEnforcement
  readonly archive_retention_count: number | null
}

/** The contract of a locked table. */
export interface TableContract {
  readonly version: number
  readonly locked: string
  readonly summary: DriftSummary
  readonly changes: readonly DriftChange[]
}

interface Difference {
  readonly summary: DriftSummary
  readonly changes: readonly DriftChange[]
}

/** Nested under the key of the service's schema, so that both are invalidated together. */
export const contractKey = (service: string) => ['schema', service, 'contract'] as const

const pathOf = (service: string, ...rest: readonly string[]) =>
  ['system/schema_contract', ...[service, ...rest].map(encodeURIComponent)].join('/')

export function serviceContractQuery(service: string) {
  return queryOptions({
    queryKey: contractKey(service),
    staleTime: 0,
    queryFn: async ({ signal }) => (await send<ServiceContract>({ verb: 'GET', path: pathOf(service), signal })).data,
  })
}

/** Resolves to `null` if the table is not locked. */
export function tableContractQuery(service: string, table: string) {
  return queryOptions({
    queryKey: [...contractKey(service), table],
    // The database may change at any time.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<TableContract | null> => {
      try {
        const read = <T>(part: string) => send<T>({ verb: 'GET', path: pathOf(service, 'tables', table, part), signal })
        const [{ data: diff }, { data: snapshot }] = await Promise.all([
          read<Difference>('diff'),
          read<{ contract_version: number; created_date: string }>('snapshot'),
        ])
        return { ...diff, version: snapshot.contract_version, locked: snapshot.created_date }
      } catch (error) {
        if (error instanceof InstanceError && error.status === 404) return null
        throw error
      }
    },
  })
}

export async function changeContract(service: string, change: Partial<ServiceContract>): Promise<void> {
  await send({ verb: 'PATCH', path: pathOf(service), body: change })
}

/** `force`: lock even if the changes may affect callers. */
export async function lockTable(service: string, table: string, force: boolean): Promise<void> {
  await send({ verb: 'POST', path: pathOf(service, 'tables', table, 'lock'), params: { force } })
}

export async function unlockTable(service: string, table: string): Promise<void> {
  await send({ verb: 'DELETE', path: pathOf(service, 'tables', table) })
}

interface Promoted {
  readonly promoted: readonly unknown[]
  readonly needs_review: readonly { readonly table: string }[]
}

/** Updates the locked shapes with changes that need no review; returns a sentence with the result. */
export async function promoteContract(service: string): Promise<string> {
  const { data } = await send<Promoted>({ verb: 'POST', path: pathOf(service, 'promote') })
  const [taken, waiting] = [data.promoted.length, data.needs_review.map(({ table }) => table)]
  return waiting.length === 0
    ? contractMessages.lockedAgain({ count: taken })
    : contractMessages.lockedAgainSome({ count: taken, tables: waiting.join(', ') })
}
