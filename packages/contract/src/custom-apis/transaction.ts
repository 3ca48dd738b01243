import { type PlanProblem, problemAt, stepKey } from '../records/execution-plan.ts'
import { isRecord } from '../wire/is-record.ts'
import { pathOf } from './check-request.ts'

/** What a transaction depends on of a service. */
interface Written {
  readonly name: string
  /** Absent: not known. */
  readonly hasTransactions?: boolean
}

interface WritingStep {
  readonly key: string
  readonly service: string
  readonly resource: string
}

/** Whether a request to a service may write. Procedures and functions may, whatever the method. */
export const mayWrite = (method: string, resource: string): boolean =>
  method.toUpperCase() !== 'GET' || /^_(?:proc|func)\//i.test(resource)

/** The steps of a plan that may write, in their order. */
export function writingSteps(plan: unknown): WritingStep[] {
  const steps: readonly unknown[] = isRecord(plan) && Array.isArray(plan.steps) ? plan.steps : []
  return steps.flatMap((step, index) => {
    if (!isRecord(step) || (step.type ?? 'service_request') !== 'service_request') return []
    const { method = 'GET', service } = step
    const resource = pathOf(step.resource)
    if (!mayWrite(String(method), resource)) return []
    return [{ key: String(stepKey(step, index)), service: String(service).toLowerCase(), resource }]
  })
}

/** The service whose requests are the transaction of a plan: the one that its steps write to; `null` if none does. */
export const serviceOfTransaction = (plan: unknown): string | null => writingSteps(plan)[0]?.service ?? null

/** Why the writes of a plan cannot be one transaction. */
export function transactionProblems(plan: unknown, sources: readonly Written[]): PlanProblem[] {
  const only = serviceOfTransaction(plan)
  return writingSteps(plan).flatMap(({ key, service, resource }) => {
    const known = sources.find(({ name }) => name.toLowerCase() === service)
    if (known?.hasTransactions === false)
      return [
        problemAt(key, 'service', `'${service.slice(0, 64)}' has no transactions, so it cannot be written to in one.`),
      ]
    if (service !== only)
      return [
        problemAt(
          key,
          'service',
          `writes to '${service.slice(0, 64)}', but the transaction is one of '${only?.slice(0, 64)}'.`,
        ),
      ]
    return /^_table\/./i.test(resource)
      ? []
      : [problemAt(key, 'resource', 'only records of tables can be written in a transaction.')]
  })
}
