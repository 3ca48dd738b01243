import { bindFilter, pathOf } from '@millwright/contract/custom-apis/check-request'
import { placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import {
  type PlanProblem,
  planBounds,
  problemAt,
  type RequestStep,
  stepKey,
} from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { atMost } from '../../../platform/at-most.ts'
import { nearestName } from '../../../platform/edit-distance.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'

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

/** The tables of services, each looked up once. */
export interface TableLookup {
  /** `null`: not a database, or one that cannot be reached. */
  of(service: string): Promise<readonly DescribedTable[] | null>
  /** Whether a database could not be reached in time. */
  readonly isIncomplete: boolean
}

/** `longest`: milliseconds to wait for each database, which then goes on being read. */
export function lookUpTables(find: Registry['find'], longest?: number): TableLookup {
  const found = new Map<string, Promise<readonly DescribedTable[] | null>>()
  let isIncomplete = false

  async function read(name: string): Promise<readonly DescribedTable[] | null> {
    let tables: readonly DescribedTable[] | null | undefined
    const reading = async () => {
      tables = (await (await find(name))?.service.recordTables?.(false)) ?? null
    }
    try {
      await (longest === undefined ? reading() : atMost(longest, reading()))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
    isIncomplete ||= tables === undefined
    return tables ?? null
  }

  return {
    of(service) {
      const reading = found.get(service) ?? read(service)
      found.set(service, reading)
      return reading
    },
    get isIncomplete() {
      return isIncomplete
    },
  }
}

/**
 * The tables and fields that the steps of a plan name and that are not there, with the nearest names. Nothing is said about tables that
 * the caller may not read (`null`: a full administrator), and about databases that cannot be reached.
 */
export async function missingNames(
  plan: unknown,
  caller: Caller | null,
  lookup: TableLookup,
): Promise<readonly PlanProblem[]> {
  const steps: unknown = isRecord(plan) ? plan.steps : undefined
  if (!Array.isArray(steps)) return []
  const problems: PlanProblem[] = []
  for (const [index, step] of steps.entries()) {
    if (!isRecord(step) || typeof step.service !== 'string') continue
    const service = step.service.toLowerCase()
    const [root, name = ''] = pathOf(step.resource).split('/')
    if (root !== '_table' || name === '' || placeholdersIn(name).length > 0) continue
    const isShown = (table: string) => caller === null || mayRead(caller, service, table)
    const tables = isShown(name) ? await lookup.of(service) : null
    if (tables === null) continue
    const key = String(stepKey(step, index))
    const table = tables.find(({ apiName }) => apiName.toLowerCase() === name.toLowerCase())
    const shown = tables.map(({ apiName }) => apiName).filter(isShown)
    if (table !== undefined) problems.push(...missingFields(step, table, key))
    else problems.push(problemAt(key, 'resource', `there is no table '${name}' in '${service}'.${meant(name, shown)}`))
  }
  return problems
}

function mayRead(caller: Caller, service: string, table: string): boolean {
  const readRequest = { verb: 'GET', service, resource: `_table/${table}`, caller } as const
  return (['API', 'SCRIPT'] as const).some((requestor) => decide({ ...readRequest, requestor }, []).allowed)
}

function missingFields(step: Record<string, unknown>, table: DescribedTable, key: string): PlanProblem[] {
  const params: RequestStep['params'] = isRecord(step.params) ? step.params : {}
  const named = [
    ...namesIn(params.fields).map((name) => ['params.fields', name] as const),
    ...namesIn(params.order).map((name) => ['params.order', name] as const),
    ...inFilter(params.filter).map((name) => ['params.filter', name] as const),
  ]
  const known = table.fields.map(({ apiName }) => apiName)
  const fields = named.filter(([, name]) => table.fieldByName.find(name) === undefined)
  const relations = namesIn(params.related).filter((name) => table.relationByName.find(name) === undefined)
  const all = table.relations.map(({ apiName }) => apiName)
  return [
    ...fields.map(([member, name]) =>
      problemAt(key, member, `'${table.apiName}' has no field '${name}'.${meant(name, known)}`),
    ),
    ...relations.map((name) =>
      problemAt(key, 'params.related', `'${table.apiName}' has no relation '${name}'.${meant(name, all)}`),
    ),
  ]
}

/** Plain names of a list; others are expressions, or placeholders whose values a schema lists. */
function namesIn(list: unknown): string[] {
  if (typeof list !== 'string' || placeholdersIn(list).length > 0) return []
  return list.split(',').flatMap((each) => /^\s*([A-Za-z_]\w*)(?:\s+(?:asc|desc))?\s*$/i.exec(each)?.[1] ?? [])
}

function inFilter(filter: unknown): string[] {
  if (typeof filter !== 'string' || filter.trim() === '') return []
  try {
    return [...new Set(fieldsOf(parseFilter(bindFilter(filter).filter)))]
  } catch (error) {
    // The request says what is wrong with it.
    if (error instanceof Problem) return []
    throw error
  }
}

function fieldsOf(node: FilterNode): string[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(fieldsOf)
    case 'not':
      return fieldsOf(node.operand)
    default:
      return /^\w+$/.test(node.field) ? [node.field] : []
  }
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name.slice(0, 64), known)
  return nearest === null ? '' : ` Did you mean '${nearest}'?`
}
