import { type ApiDescription, type PathItem, type Schema, schemaRef } from '@millwright/connector/openapi/openapi'
import { operation, pascal, pathParameter, uniqueNames } from '@millwright/connector/openapi/operation'
import { accessRequestPaths } from '../docs/access-request-operations.ts'
import { dataHistoryPaths } from '../docs/data-history-operations.ts'
import { ownOperations } from '../docs/own-operations.ts'
import { scriptPaths } from '../docs/script-operations.ts'
import { keySchemas, queryComponents, queryRefs, sharedComponents } from '../docs/shared-components.ts'
import { webhookDeliveryPaths, webhookPaths } from '../docs/webhook-operations.ts'
import { plainPaths, recordPaths, tableSchemas } from './describe-resource.ts'
import type { ResourceDeclaration } from './resource.ts'
import type { SystemResource } from './system-resource.ts'

/** Describes a service that consists of named resources, such as `system` and `user`, from their declarations. */
export function describeResources(service: string, resources: readonly SystemResource[]): ApiDescription {
  const named = pascal(service)
  const declared = resources.flatMap(({ declaration }): ResourceDeclaration[] => (declaration ? [declaration] : []))
  const schemas = tableSchemas(
    declared,
    uniqueNames([...Object.keys(sharedComponents.schemas ?? {}), ...Object.keys(keySchemas)]),
  )
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1))
  const paths = Object.assign({}, root(named), ...sorted.map((resource) => pathsOf(resource)))
  return { paths, components: { ...queryComponents, schemas: { ...keySchemas, ...schemas.schemas } } }

  function pathsOf(resource: SystemResource): Readonly<Record<string, PathItem>> {
    const { name, declaration } = resource
    if (declaration !== undefined) {
      const more = besides.get(name)
      // Audit log entries cannot be written, only reverted; requests for access are decided.
      const described = name === 'audit' || name === 'access_request' ? { ...resource, readOnly: true } : resource
      const records = recordPaths(described, declaration, named, schemas)
      return more === undefined ? records : withMore(records, more(`/${name}`, named, rowOf(declaration)))
    }
    const own = ownOperations.get(name)
    return own === undefined
      ? plainPaths(resource, named)
      : own(`/${name}`, name.includes('/') ? `${named}${pascal(name.split('/')[0] ?? '')}` : named)
  }

  function rowOf({ declared }: ResourceDeclaration): Schema {
    return schemaRef(schemas.nameOf(declared))
  }
}

function withMore(paths: ApiDescription['paths'], more: ApiDescription['paths']): ApiDescription['paths'] {
  const added = Object.entries(more).map(([path, item]) => [path, { ...paths[path], ...item }] as const)
  return { ...paths, ...Object.fromEntries(added) }
}

type DescribeMore = (below: string, named: string, row: Schema) => ApiDescription['paths']

/** A single value is returned bare. */
const customValue: DescribeMore = (below, named) => {
  const parameters = queryRefs('fields')
  return {
    [`${below}/{id}`]: { get: operation(`get${named}CustomValue`, 'Read one value', { parameters, answer: {} }) },
  }
}

const takeBack: DescribeMore = (below, named) => ({
  [`${below}/{id}/take_back`]: {
    parameters: [pathParameter('id', 'Identifier of the audit entry.', { type: 'integer' })],
    post: operation(`takeBack${named}AuditEntry`, 'Revert one change', {
      answer: { type: 'object', description: 'The current record or records.' },
      orStatus: 201,
    }),
  },
})

/** Operations of some resources besides reading and writing. */
const besides: ReadonlyMap<string, DescribeMore> = new Map([
  ['access_request', accessRequestPaths],
  ['event_script', scriptPaths],
  ['custom', customValue],
  ['audit', takeBack],
  ['data_history', dataHistoryPaths],
  ['webhook', webhookPaths],
  ['webhook_delivery', webhookDeliveryPaths],
])

function root(named: string): Readonly<Record<string, PathItem>> {
  const parameters = queryRefs('fields', 'as_list')
  const answer = { $ref: '#/components/schemas/ResourceList' }
  return { '/': { get: operation(`get${named}Resources`, 'List the resources', { parameters, answer }) } }
}
