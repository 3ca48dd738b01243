import type { ApiDescription } from '@millwright/connector/openapi/openapi'
import { pathOf } from '@millwright/contract/custom-apis/check-request'
import { Problem } from '@millwright/contract/problem'
import type { RequestStep } from '@millwright/contract/records/execution-plan'
import { isVerb } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Author, Authority } from '../../../request/caller.ts'
import type { DescribedEndpoint, KnownServices } from './describe-endpoints.ts'

type Written = DescribedEndpoint & { readonly author: Author }

/** What the authors of endpoints may know of the services that their plans call. */
interface Knowledge {
  readonly knownTo: KnownServices
  /** What it was made of: the same objects as long as nothing changes. */
  readonly of: readonly unknown[]
}

/**
 * Finds the descriptions of the services that plans call. An author learns nothing about what they may not request: what a plan then
 * answers is anything. The same goes for services that cannot be reached.
 */
export async function knownServices(
  endpoints: readonly Written[],
  { describe, authorities }: Pick<Parts, 'describe' | 'authorities'>,
): Promise<Knowledge> {
  const names = new Set(
    endpoints.flatMap((endpoint) => requestsOf(endpoint).map(({ service }) => service.toLowerCase())),
  )
  const found = new Map<string, ApiDescription | null>()
  for (const name of names) found.set(name, await orNothing(() => describe(name)))
  const authors = new Map<DescribedEndpoint, Authority | null>()
  for (const endpoint of endpoints) authors.set(endpoint, await authorities(endpoint.author))
  return {
    knownTo(endpoint) {
      const author = authors.get(endpoint) ?? null
      const hidden = requestsOf(endpoint).filter((step) => author !== null && !mayMake(author, step))
      const unknown = new Set(hidden.map(({ service }) => service.toLowerCase()))
      return (service) => (unknown.has(service) ? null : (found.get(service) ?? null))
    },
    of: [...found.values(), ...[...authors.values()].map((author) => author?.caller.role ?? author)],
  }
}

const requestsOf = ({ execution_plan: plan }: Pick<DescribedEndpoint, 'execution_plan'>): RequestStep[] =>
  plan.steps.flatMap((step) => (step.type === 'transform' ? [] : [step]))

function mayMake({ caller }: Authority, { service, resource, method }: RequestStep): boolean {
  const verb = String(method ?? 'GET').toUpperCase()
  const asked = { service: service.toLowerCase(), resource: pathOf(resource), caller }
  return (['API', 'SCRIPT'] as const).some(
    (requestor) => isVerb(verb) && decide({ ...asked, verb, requestor }, []).allowed,
  )
}

async function orNothing<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
