import { bindFilter } from '@millwright/contract/custom-apis/bound-filter'
import { pathOf } from '@millwright/contract/custom-apis/check-request'
import { placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import { type RequestStep, stepKey } from '@millwright/contract/records/execution-plan'
import { type PlanProblem, problemAt } from '@millwright/contract/records/plan-problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { nearestName } from '../../../platform/edit-distance.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { Caller } from '../../../request/caller.ts'

/**
 * The tables and fields that the steps of a plan name and that are not there, with the nearest names. Nothing is said about tables that
 * the caller may not read, and about databases that cannot be reached.
 */
export async function missingNames(
  plan: unknown,
  caller: Caller,
  find: Registry['find'],
): Promise<readonly PlanProblem[]> {
  const steps: unknown = isRecord(plan) ? plan.steps : undefined
  if (!Array.isArray(steps)) return []
  const found = new Map<string, Promise<readonly DescribedTable[] | null>>()
  const problems: PlanProblem[] = []
  for (const [index, step] of steps.entries()) {
    if (!isRecord(step) || typeof step.service !== 'string') continue
    const service = step.service.toLowerCase()
    const [root, name = ''] = pathOf(step.resource).split('/')
    if (root !== '_table' || name === '' || placeholdersIn(name).length > 0 || !mayRead(caller, service, name)) continue
    if (!found.has(service)) found.set(service, tablesOf(find, service))
    const tables = await found.get(service)
    if (!tables) continue
    const key = String(stepKey(step, index))
    const table = tables.find(({ apiName }) => apiName.toLowerCase() === name.toLowerCase())
    const shown = tables.map(({ apiName }) => apiName).filter((each) => mayRead(caller, service, each))
    if (table !== undefined) problems.push(...missingFields(step, table, key))
    else problems.push(problemAt(key, 'resource', `there is no table '${name}' in '${service}'.${meant(name, shown)}`))
  }
  return problems
}

function mayRead(caller: Caller, service: string, table: string): boolean {
  const asked = { verb: 'GET', service, resource: `_table/${table}`, caller } as const
  return (['API', 'SCRIPT'] as const).some((requestor) => decide({ ...asked, requestor }, []).allowed)
}

/** `null`: not a database, or one that cannot be reached. */
async function tablesOf(find: Registry['find'], name: string): Promise<readonly DescribedTable[] | null> {
  try {
    return (await (await find(name))?.service.recordTables?.(false)) ?? null
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
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
