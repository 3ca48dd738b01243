import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Document, DocumentQuery } from './document-database.ts'
import { compareValues, matches, valuesAt } from './match-document.ts'

/** A document as a database returned it, with its approximate size in bytes. */
export interface SizedDocument {
  readonly document: Document
  readonly bytes: number
}

/** Maximum size of the documents that are kept for a response, in bytes. */
const maxBytes = 64 * 1024 * 1024

/**
 * Selects from the documents of a database that cannot filter and sort by itself as the API promises. It may yield more documents than match.
 * `inOrder`: whether they come in the order of the query, so that no more than necessary are read. Throws 413 if too much would be kept.
 */
export async function selectDocuments(
  documents: AsyncIterable<SizedDocument>,
  { where, fields, order, limit, offset }: DocumentQuery,
  inOrder: boolean,
): Promise<readonly Document[]> {
  const most = offset + limit
  let kept: SizedDocument[] = []
  let bytes = 0
  let skipped = 0
  for await (const each of documents) {
    if (where !== null && !matches(each.document, where)) continue
    if (inOrder && skipped < offset) {
      skipped += 1
      continue
    }
    kept.push(each)
    bytes += each.bytes
    if (inOrder && kept.length === limit) break
    if (bytes <= maxBytes && kept.length < 2 * most + 1_000) continue
    if (!inOrder) kept = sorted(kept, order).slice(0, most)
    bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
    if (bytes > maxBytes) throw tooMuch()
  }
  const chosen = inOrder ? kept : sorted(kept, order).slice(offset, most)
  return chosen.map(({ document }) => (fields === null ? document : project(document, fields)))
}

const tooMuch = () =>
  new Problem(413, 'The documents exceed the maximum size of an answer. Ask for fewer, or for some of their fields.')

function sorted(documents: readonly SizedDocument[], order: DocumentQuery['order']): SizedDocument[] {
  const terms = order.map(({ field, descending }) => ({ path: field.split('.'), sign: descending ? -1 : 1 }))
  return documents.toSorted((one, other) => {
    for (const { path, sign } of terms) {
      const difference = compareValues(valuesAt(one.document, path)[0], valuesAt(other.document, path)[0])
      if (difference !== 0) return sign * difference
    }
    return 0
  })
}

/** A document with these fields only; nested fields stay nested, and are taken from each element of a list. */
function project(document: Document, fields: readonly string[]): Document {
  const found = part(
    document,
    fields.map((field) => field.split('.')),
  )
  return isRecord(found) ? found : {}
}

function part(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value
  if (Array.isArray(value)) return value.map((each) => part(each, paths)).filter((each) => each !== undefined)
  if (!isRecord(value) || value instanceof ExactNumber) return undefined
  const members = Object.entries(value).flatMap(([name, each]) => {
    const below = paths.filter(([first]) => first === name).map((path) => path.slice(1))
    const found = below.length === 0 ? undefined : part(each, below)
    return found === undefined ? [] : [[name, found] as const]
  })
  return Object.fromEntries(members)
}
