import type { ResourceDeclaration } from '../../system/resource.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import { plainPaths, recordPaths, shapeSchemas } from './describe-resource.ts'
import { type ApiDescription, type PathItem, type Schema, schemaRef } from './openapi.ts'
import { operation, pascal, uniqueNames } from './operation.ts'
import { ownOperations } from './own-operations.ts'
import { scriptPaths } from './script-operations.ts'
import { keySchemas, queryComponents, queryRefs, sharedComponents } from './shared-components.ts'

/** A service that is made of named resources, such as `system` and `user`, from what these declare. */
export function describeResources(service: string, resources: readonly SystemResource[]): ApiDescription {
  const named = pascal(service)
  const declared = resources.flatMap(({ declaration }): ResourceDeclaration[] => (declaration ? [declaration] : []))
  const schemas = shapeSchemas(
    declared,
    uniqueNames([...Object.keys(sharedComponents.schemas ?? {}), ...Object.keys(keySchemas)]),
  )
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1))
  const paths = Object.assign({}, root(named), ...sorted.map((resource) => pathsOf(resource)))
  return { paths, components: { ...queryComponents, schemas: { ...keySchemas, ...schemas.schemas } } }

  function pathsOf(resource: SystemResource): Readonly<Record<string, PathItem>> {
    const { name, declaration } = resource
    if (declaration !== undefined) {
      const records = recordPaths(resource, declaration, named, schemas)
      return name === 'event_script' ? withMore(records, scriptPaths(`/${name}`, named, rowOf(declaration))) : records
    }
    const own = ownOperations.get(name)
    return own === undefined
      ? plainPaths(resource, named)
      : own(`/${name}`, name.includes('/') ? `${named}${pascal(name.split('/')[0] ?? '')}` : named)
  }

  function rowOf({ shape }: ResourceDeclaration): Schema {
    return schemaRef(schemas.nameOf(shape))
  }
}

function withMore(paths: ApiDescription['paths'], more: ApiDescription['paths']): ApiDescription['paths'] {
  const added = Object.entries(more).map(([path, item]) => [path, { ...paths[path], ...item }] as const)
  return { ...paths, ...Object.fromEntries(added) }
}

function root(named: string): Readonly<Record<string, PathItem>> {
  const parameters = queryRefs('fields', 'as_list')
  const answer = { $ref: '#/components/schemas/ResourceList' }
  return { '/': { get: operation(`get${named}Resources`, 'List the resources', { parameters, answer }) } }
}
