import type { OpenApiDocument } from './document.ts'

/** Some megabytes each, with hundreds of tables. */
const mostDocuments = 16

export type DocumentCache = (parts: readonly unknown[], make: () => OpenApiDocument) => OpenApiDocument

/** Makes a document once from the same parts; the least recently used give way. */
export function createDocumentCache(): DocumentCache {
  let documents: { readonly parts: readonly unknown[]; readonly document: OpenApiDocument }[] = []
  return (parts, make) => {
    const found = documents.find((each) => isSame(each.parts, parts))
    const entry = found ?? { parts, document: make() }
    documents = [entry, ...documents.filter((each) => each !== found)].slice(0, mostDocuments)
    return entry.document
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}
