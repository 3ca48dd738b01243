import type { QueryClient } from '@tanstack/react-query'
import { type ApiDocument, matchingOperations, type OperationEntry } from './api-document.ts'
import { docsAddress } from './docs-address.ts'
import { documentQuery } from './docs-queries.ts'

/** An operation: its address, its verb and path, and what its document says of it. */
export interface FoundOperation {
  readonly to: string
  readonly label: string
  readonly summary: string
}

/** The operations of a service in which all words of a text occur; its document is read where it is not known. */
export async function findOperations(
  queryClient: QueryClient,
  service: string,
  text: string,
  most: number,
): Promise<readonly FoundOperation[]> {
  const document = await queryClient.fetchQuery(documentQuery(service))
  return found(service, document?.operations ?? [], text, most)
}

/** The same of all documents that were read before. */
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
