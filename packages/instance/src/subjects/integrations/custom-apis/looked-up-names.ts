import { planBounds } from '@millwright/contract/records/execution-plan'
import type { PlanProblem } from '@millwright/contract/records/plan-problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Registry } from '../../../gateway/registry.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { lookUpTables, missingNames } from './missing-names.ts'

/** What plans name that is not there, found before transactions, in which databases would keep others waiting. */
export interface LookedUpNames {
  /** Looks up the names of stored plans, for whoever sends the request. */
  look(request: ApiRequest, plans: readonly unknown[]): Promise<void>
  /** What was found for a stored plan. */
  missingIn(request: ApiRequest, plan: unknown): readonly PlanProblem[]
}

export function createLookedUpNames(find: Registry['find']): LookedUpNames {
  const known = new WeakMap<ApiRequest, Map<unknown, readonly PlanProblem[]>>()
  return {
    async look(request, plans) {
      const found = known.get(request) ?? new Map<unknown, readonly PlanProblem[]>()
      known.set(request, found)
      const lookup = lookUpTables(find)
      for (const plan of plans) {
        if (typeof plan !== 'string' || plan.length > planBounds.length || found.has(plan)) continue
        found.set(plan, await missingNames(JSON.parse(plan), request.caller, lookup))
      }
    },
    missingIn: (request, plan) => known.get(request)?.get(plan) ?? [],
  }
}

/** The records that a request may write, by their identifiers; `own`: that of one of them, if it is sent. */
export function idsWritten({ resource, params, payload }: ApiRequest, own: unknown): readonly number[] {
  const [, inPath] = resource.split('/')
  const many = [params.ids?.split(',') ?? [], isRecord(payload) && Array.isArray(payload.ids) ? payload.ids : []].flat()
  return [inPath, own, ...many].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** The plans of endpoints that are sent with their API, as they are stored. */
export function plansSent(endpoints: unknown): string[] {
  const sent: readonly unknown[] = Array.isArray(endpoints) ? endpoints : []
  return sent.flatMap((each) =>
    isRecord(each) && isRecord(each.execution_plan) ? [JSON.stringify(each.execution_plan)] : [],
  )
}

export const planOf = ({ execution_plan }: Readonly<Row>): unknown => execution_plan
