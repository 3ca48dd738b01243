import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { readDependents } from './dependents/read-dependents.ts'
import { createReader, notFound } from './reader.ts'
import type { ResourceDeclaration } from './resource.ts'
import { readMany, readOne } from './resource-reads.ts'
import type { ResourceTools } from './resource-tools.ts'
import { createMany, deleteMany, deleteOne, updateMany, updateOne } from './resource-writes.ts'
import type { SystemResource } from './system-resource.ts'
import { createWriter } from './writer.ts'

/** Creates a resource whose records are rows of a table (docs/wire/requests.md). */
export function createResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const reader = createReader(declaration, parts)
  const writer = createWriter(declaration, parts)
  const tools: ResourceTools = { declaration, parts, reader, writer }
  const { name, label, description } = declaration

  function dispatch(request: ApiRequest, id: string | undefined): Promise<ApiResponse> {
    if (declaration.madeElsewhere && request.verb !== 'GET' && request.verb !== 'DELETE') {
      throw new Problem(400, `${request.verb} is not supported on '${name}'.`)
    }
    switch (request.verb) {
      case 'GET':
        if (flag(request.params, 'dependents')) return readDependents(tools, request, id)
        return id === undefined ? readMany(declaration, reader, request) : readOne(declaration, reader, request, id)
      case 'POST':
        if (id === undefined) return createMany(tools, request)
        throw new Problem(400, `Create ${name} records by POST to '${name}', without an identifier.`)
      case 'PUT':
      case 'PATCH':
        return id === undefined ? updateMany(tools, request) : updateOne(tools, request, id)
      case 'DELETE':
        return id === undefined ? deleteMany(tools, request) : deleteOne(tools, request, id)
    }
  }

  return {
    name,
    label,
    description,
    singleton: false,
    keeps: 'records',
    readOnly: false,
    declaration,
    guard: (request, rest) => declaration.guard?.(request, parts, rest),
    handle: async (request, rest) => dispatch(request, identifierIn(declaration, rest)),
  }
}

/**
 * The identifier in the path after a resource's name, if any. A name may contain slashes; for other keys, further segments are
 * a 404, as access rows would treat them as a different component.
 */
function identifierIn({ declared, ignoresRest }: ResourceDeclaration, rest: readonly string[]): string | undefined {
  if (rest.length < 2 || ignoresRest) return rest[0]
  const path = rest.join('/')
  if (declared.keyType === 'text') return path
  throw notFound(path)
}
