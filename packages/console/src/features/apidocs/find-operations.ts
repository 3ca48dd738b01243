import type { QueryClient } from '@tanstack/react-query'
import { type ApiDocument, matchingOperations, type OperationEntry } from './api-document.ts'
import { docsAddress, documentQuery } from './docs-queries.ts'

/** An operation with its address, verb, path and description. */
export interface FoundOperation {
  readonly to: string
  readonly label: string
  readonly summary: string
}

/** Returns the operations of a service that contain all words of a text; loads its document unless it is cached. */
export async function findOperations(
  queryClient: QueryClient,
  service: string,
  text: string,
  most: number,
): Promise<readonly FoundOperation[]> {
  const document = await queryClient.fetchQuery(documentQuery(service))
  return found(service, document?.operations ?? [], text, most)
}

/** Searches all cached documents. */
export function findReadOperations(queryClient: QueryClient, text: string, most: number): readonly FoundOperation[] {
  const read = queryClient.getQueriesData<ApiDocument | null>({ queryKey: documentQuery('').queryKey.slice(0, -1) })
  return read
    .flatMap(([key, document]) => found(String(key.at(-1)), document?.operations ?? [], text, most))
    .slice(0, most)
}

function found(
  service: string,
  operations: readonly OperationEntry[],
  text: string,
  most: number,
): readonly FoundOperation[] {
  return matchingOperations(operations, text)
    .slice(0, most)
    .map(({ id, verb, path, summary }) => ({
      to: docsAddress.operation(service, id),
      label: `${verb} /${service}${path === '/' ? '' : path}`,
      summary,
    }))
}
