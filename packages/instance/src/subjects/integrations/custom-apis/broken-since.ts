import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { FollowUp, RuledChange } from '../../../records/system/audit-log.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import { problemsOf, servicesOf } from '../../ground/models/custom-api-model.ts'

/** Endpoints of an API that a change may break, and which of them it may mend. */
interface Touched {
  readonly api: number
  mends(endpoint: Readonly<Row>): boolean
}

/** Notes since when active endpoints are broken, in the transaction that breaks or mends them, whatever makes it. */
export function createBrokenSince(kinds: ServiceKinds, clock: Clock): FollowUp {
  async function note(tx: Tx, { api, mends }: Touched): Promise<void> {
    const rows = await tx.all('SELECT * FROM "custom_api_endpoint" WHERE "api_id" = ?', api)
    if (rows.length === 0) return
    const services = await servicesOf(tx, api, kinds)
    for (const row of rows) {
      const isBroken = row.is_active === 1 && problemsOf(row, services).length > 0
      if (isBroken === (row.broken_since !== null) || (!isBroken && !mends(row))) continue
      const since = isBroken ? isoMicros(clock()) : null
      await tx.all('UPDATE "custom_api_endpoint" SET "broken_since" = ? WHERE "id" = ?', since, row.id)
    }
  }

  return async (tx, changes) => {
    for (const change of changes) for (const touched of await touchedBy(tx, change)) await note(tx, touched)
  }
}

/** What leaves a plan as broken as it was. */
const harmless = new Set(['label', 'description', 'policy', 'response_schema'])

/** The deletion of a service is one of sources, too. */
async function touchedBy(tx: Tx, { declared, key, previous, next, changed }: RuledChange): Promise<Touched[]> {
  if (declared.table === 'custom_api_endpoint') {
    const api = Number(next?.api_id ?? previous?.api_id)
    const isTouched = next !== null && changed.some((name) => !harmless.has(name))
    return isTouched ? [{ api, mends: ({ id }) => Number(id) === Number(key) }] : []
  }
  if (declared.table !== 'custom_api_source') return []
  const [api, service] = [next?.api_id ?? previous?.api_id, next?.service_id ?? previous?.service_id]
  const touched: Touched[] = [previous?.api_id, api].flatMap((id) =>
    typeof id === 'number' ? [{ api: id, mends: () => false }] : [],
  )
  if (next === null) return touched
  const added = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', service)
  return [...touched, { api: Number(api), mends: (endpoint) => callsService(endpoint, String(added?.name)) }]
}

function callsService({ execution_plan: stored }: Readonly<Row>, name: string): boolean {
  const plan: unknown = JSON.parse(String(stored))
  const steps: readonly unknown[] = isRecord(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.some((step) => isRecord(step) && String(step.service).toLowerCase() === name.toLowerCase())
}
