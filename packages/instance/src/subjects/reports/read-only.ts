import { Problem } from '@millwright/contract/problem'
import { isRootAdmin } from '../../access/root-admin.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { Applicant } from '../../request/api-request.ts'
import { readMany, readOne } from '../system/read-calls.ts'
import { createReader } from '../system/reader.ts'
import type { ResourceDeclaration } from '../system/resource.ts'
import type { SystemResource } from '../system/system-resource.ts'

/** A resource that root administrators read and nobody writes. */
export function createReadOnlyResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const reader = createReader(declaration, parts)
  const { name, label, description } = declaration

  async function guard({ caller }: Applicant): Promise<void> {
    if (await isRootAdmin(caller, (sql) => parts.store.statements.first<Row>(sql, []))) return
    throw new Problem(403, `Only a root administrator can read '${name}'.`)
  }

  return {
    name,
    label,
    description,
    singleton: false,
    readOnly: true,
    declaration,
    guard,
    async handle(request, [id, ...rest]) {
      await guard(request)
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on '${name}'.`)
      if (rest.length > 0) throw new Problem(404, `There is nothing below a record of '${name}'.`)
      return id === undefined ? readMany(declaration, reader, request) : readOne(declaration, reader, request, id)
    },
  }
}
