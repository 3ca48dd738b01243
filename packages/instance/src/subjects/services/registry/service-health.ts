import type { Registry } from '../../../gateway/registry.ts'
import type { Virtual } from '../../../records/system/relation.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/**
 * Adds the relation `health` to services: the result of the latest call to each on this node, without a new call
 * (docs/wire/services.md). `health` is only called during a request.
 */
export function withHealth(declaration: ResourceDeclaration, health: Registry['health']): ResourceDeclaration {
  const relation: Virtual = {
    kind: 'virtual',
    name: 'health',
    readAt: 'owner',
    async values(keys) {
      const known = health()
      return new Map(
        keys.flatMap((key) => {
          const found = known.get(Number(key))
          if (found === undefined) return []
          const { reason, since } = found
          return [[Number(key), [{ healthy: reason === null, reason, since: new Date(since).toISOString() }]] as const]
        }),
      )
    },
  }
  return { ...declaration, relations: [...declaration.relations, relation] }
}
