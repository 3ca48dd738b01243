import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import { atMost } from '../../../platform/at-most.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import { unsupported } from '../../../request/body.ts'
import { refuseManaged } from '../../ground/system/refuse-managed.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { driftsOf, driftTotals } from './contract-drift.ts'
import { type ContractStore, createContractStore } from './contract-store.ts'
import { schemaContract } from './kept-contract.ts'
import { countsOf, serviceCall } from './service-contract.ts'
import { type LockedService, tableCall } from './table-contract.ts'

/** `system/schema_contract`: table shapes that callers may rely on (docs/wire/schema-contracts.md). */
export function createSchemaContractResource(parts: Parts, registry: Pick<Registry, 'find' | 'all'>): SystemResource {
  const contracts = createContractStore(parts)
  const watch = createDriftWatch(contracts, parts)
  const stored = transactionOf(dialectOf(parts.store.engine), parts.store.statements)

  async function serviceNamed(name: string): Promise<LockedService> {
    const found = await registry.find(name.toLowerCase())
    if (found === null) throw new Problem(404, `There is no service '${name}' in use.`)
    const service = lockable(found)
    if (service === null) throw new Problem(400, `The service '${found.row.name}' has no tables to lock.`)
    return service
  }

  return {
    name: 'schema_contract',
    label: 'Schema Contracts',
    description: 'The locked shapes of tables, and how the databases differ from them.',
    singleton: false,
    keeps: schemaContract,
    readOnly: false,
    guard({ caller }) {
      if (!caller.sysadmin)
        throw new Problem(403, 'Access Forbidden. Only full administrators can use schema contracts.')
    },
    async handle(request, [name, part, ...rest]) {
      if (name === undefined || name === '') {
        if (request.verb !== 'GET') throw unsupported(request)
        return {
          status: 200,
          body: await overview(contracts, registry, request.params.drift === 'last' ? watch : null),
        }
      }
      const service = await serviceNamed(name)
      if (request.verb !== 'GET') {
        const isTrial = part === 'tables' && rest[1] === 'test'
        if (parts.config.configLock && !isTrial) await refuseManaged(stored, 'schema_contract', [service.row.name])
        watch.forget(service.row.id)
      }
      const body =
        part === 'tables' && rest.length > 0
          ? await tableCall(contracts, service, request, rest)
          : await serviceCall(contracts, service, request, rest.length === 0 ? part : 'nothing')
      return { status: 200, body }
    },
  }
}

function lockable({ row, service }: Registered): LockedService | null {
  const { tables } = service
  return tables === undefined ? null : { row, tables: () => tables.call(service, true) }
}

/** All database services, without waiting long for any of them. `watch`: the latest drift; `null`: drift is not requested. */
async function overview(
  contracts: ContractStore,
  registry: Pick<Registry, 'find' | 'all'>,
  watch: DriftWatch | null,
): Promise<object> {
  const [settings, counts, rows] = await Promise.all([contracts.settings(), contracts.counts(), registry.all()])
  const found = await Promise.all(
    rows.map((row) => Promise.resolve(registry.find(row.name.toLowerCase())).catch(() => null)),
  )
  const services = await Promise.all(
    found
      .flatMap((each) => (each === null ? [] : (lockable(each) ?? [])))
      .map(async (service) => {
        const { id, name, label, type } = service.row
        const own = counts.filter(({ service_id }) => service_id === id)
        const latest =
          own
            .map((each) => each.latest)
            .toSorted()
            .at(-1) ?? null
        const mode = settings.get(id)?.mode ?? 'none'
        return {
          id,
          name,
          label,
          type,
          mode,
          configured: settings.has(id),
          snapshot_counts: countsOf(own),
          latest_change: latest,
          ...(watch !== null && { drift: countsOf(own).active === 0 ? null : await watch.last(service) }),
        }
      }),
  )
  const locked = services.filter((each) => each.snapshot_counts.active > 0)
  const summary = {
    services_total: services.length,
    services_configured: services.filter(({ configured }) => configured).length,
    services_locked: locked.length,
    snapshots_total: services.reduce((sum, each) => sum + each.snapshot_counts.total, 0),
  }
  return { summary, services }
}

/** Result of the latest comparison of a service's locked tables; counts are absent if the database was unavailable. */
type LastDrift = Partial<ReturnType<typeof driftTotals>> & {
  readonly checked_at: string
  readonly describe_error: string | null
}

/** Caches the latest comparison and refreshes it in the background, so that no caller waits long for a database. */
interface DriftWatch {
  /** Waits for the first comparison, up to `moment`. `null`: not known yet. */
  last(service: LockedService): Promise<LastDrift | null>
  /** Discards the result after a change of the contract. */
  forget(serviceId: number): void
}

/** Milliseconds after which the next request refreshes the result. */
const maxAge = 300_000
/** Most milliseconds that a response waits for the first comparison. */
const firstCheckTimeout = 1000

function createDriftWatch(
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
