import type { PlanStep } from '@millwright/contract/records/execution-plan'

/** What a step does, in the terms of requests: `GET shop/_table/orders`, `{steps.orders} pick, sort`. */
export function stepSummary(step: PlanStep): string {
  if (step.type === 'transform') return [step.from, (step.ops ?? []).map(({ op }) => op).join(', ')].join(' ').trim()
  const { method = 'GET', service, resource = '' } = step
  return service === '' ? method : `${method} ${[service, resource].filter(Boolean).join('/')}`
}
