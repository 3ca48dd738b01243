import type { OpenApiDocument } from './document.ts'

/** Some megabytes each, with hundreds of tables. */
const mostKept = 16

export type KeptDocuments = (parts: readonly unknown[], make: () => OpenApiDocument) => OpenApiDocument

/** Makes a document once from the same parts, and keeps those that were asked for last. */
export function createKeptDocuments(): KeptDocuments {
  let kept: { readonly parts: readonly unknown[]; readonly document: OpenApiDocument }[] = []
  return (parts, make) => {
    const found = kept.find((each) => isSame(each.parts, parts))
    const entry = found ?? { parts, document: make() }
    kept = [entry, ...kept.filter((each) => each !== found)].slice(0, mostKept)
    return entry.document
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}
