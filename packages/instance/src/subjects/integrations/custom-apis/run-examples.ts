import { type SavedExample, savedExamples } from '@millwright/contract/custom-apis/saved-examples'
import { transactionProblems, writingSteps } from '@millwright/contract/custom-apis/transaction'
import { Problem } from '@millwright/contract/problem'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { ServicesOfApi } from '../../ground/models/custom-api-model.ts'
import { type CallParts, callEndpoint } from './call-endpoint.ts'
import { endpointOf } from './published-apis.ts'

const mostTold = 20

/**
 * Runs the saved examples of endpoints for whoever publishes them. What they write is rolled back. Throws a 422 that names the endpoints and
 * examples that fail, or that write what cannot be rolled back.
 */
export async function runExamples(
  rows: readonly Row[],
  services: ServicesOfApi,
  request: ApiRequest,
  parts: CallParts,
): Promise<void> {
  const failed: { endpoint: string; example: string; message: string }[] = []
  for (const row of rows) {
    for (const example of savedExamples(parsed(row.docs))) {
      if (failed.length === mostTold) break
      const message = await failureOf(example, row, { services, request, parts })
      if (message !== null)
        failed.push({ endpoint: `${String(row.method)} ${String(row.path)}`, example: example.name, message })
    }
  }
  if (failed.length === 0) return
  const sentences = failed.map(({ endpoint, example, message }) => `${endpoint}, example '${example}': ${message}`)
  throw new Problem(422, sentences.join(' '), { context: { examples: failed } })
}

interface Publishing {
  readonly services: ServicesOfApi
  readonly request: ApiRequest
  readonly parts: CallParts
}

/** Why an example fails, as a sentence; `null`: it does not. */
async function failureOf(
  { path_params = {}, query = {}, header = {}, body = null }: SavedExample,
  row: Row,
  { services, request, parts }: Publishing,
): Promise<string | null> {
  const endpoint = endpointOf(row as Parameters<typeof endpointOf>[0], services)
  const { execution_plan: plan } = endpoint
  // Publishing says what is wrong with the plan.
  if (endpoint.problems.length > 0) return null
  const writes = writingSteps(plan).length > 0
  const [apart] = writes ? transactionProblems(plan, services.sources) : []
  if (apart !== undefined) return `It writes what cannot be rolled back. ${apart.message}`
  try {
    const sent = { path: path_params, query, header, body }
    await callEndpoint(endpoint, sent, request, parts, { rollsBack: writes, readsOnly: !writes, isHeld: true })
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

const parsed = (docs: unknown): unknown => (typeof docs === 'string' ? JSON.parse(docs) : null)
