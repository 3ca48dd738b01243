import type { ApiDescription, PathItem } from '@millwright/connector/openapi'
import { verbMask, verbs } from '@millwright/contract/verbs'
import { type AccessQuestion, decide } from '../../../access/decide.ts'
import { serviceMask } from '../../../access/rule-match.ts'
import { mapMembers } from '../../../platform/yielder.ts'
import type { PublicEndpoint } from '../../../request/api-request.ts'

/** The caller, and a service by its name in lower case. */
export type DocsReader = Pick<AccessQuestion, 'service' | 'requestor' | 'caller'>

/** Returns the part of a description that the caller may use, without other operations and hidden schemas. */
export async function permitted(
  description: ApiDescription,
  reader: DocsReader,
  publicEndpoints: readonly PublicEndpoint[],
): Promise<ApiDescription> {
  if (reader.caller.sysadmin) return description
  const described = publicEndpoints.filter((each) => each.described === undefined)
  const paths = await mapMembers(description.paths, (path, item) => {
    const mask = description.anyDepth
      ? serviceMask(reader.caller, reader.service)
      : maskOf(reader, componentOf(path), described)
    const kept = withVerbs(item, mask)
    return kept === null ? null : [path, kept]
  })
  const { guarded, components } = description
  if (guarded === undefined) return { ...description, paths }
  const isHidden = (name: string) => {
    const path = guarded.get(name)
    return path !== undefined && maskOf(reader, componentOf(path), []) === 0
  }
  const schemas = await mapMembers(components.schemas ?? {}, (name, schema) => [
    name,
    isHidden(name) ? { type: 'object' } : schema,
  ])
  return { ...description, paths, components: { ...components, schemas } }
}

function maskOf(reader: DocsReader, resource: string, publicEndpoints: readonly PublicEndpoint[]): number {
  let mask = 0
  for (const verb of verbs) {
    if (decide({ ...reader, verb, resource }, publicEndpoints).allowed) mask |= verbMask[verb]
  }
  return mask
}

/** Returns the component of a path in access rules. */
function componentOf(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? part : decoded(part)))
    .join('/')
}

/** Hand-written definitions may contain literal percent signs. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function withVerbs(item: PathItem, mask: number): PathItem | null {
  const denied = new Set(verbs.filter((verb) => (mask & verbMask[verb]) === 0).map((verb) => verb.toLowerCase()))
  const entries = Object.entries(item).filter(([member]) => !denied.has(member))
  const some = entries.some(([member]) => verbs.some((verb) => verb.toLowerCase() === member))
  return some ? Object.fromEntries(entries) : null
}
