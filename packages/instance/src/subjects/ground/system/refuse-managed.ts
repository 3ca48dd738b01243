import { Problem } from '@millwright/contract/problem'
import type { Tx } from '../../../records/system/sql-runner.ts'

const namesAtOnce = 500

/** Throws a 409 with owner and file if a folder of configuration manages one of the records. */
export async function refuseManaged(tx: Tx, type: string, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += namesAtOnce) {
    const some = names.slice(from, from + namesAtOnce)
    const [managed] = await tx.all(
      `SELECT "name", "owner", "file" FROM "managed_record" WHERE "type" = ? AND "name" IN (${some.map(() => '?').join(', ')}) LIMIT 1`,
      type,
      ...some,
    )
    if (managed === undefined) continue
    const { name, owner, file } = managed
    throw new Problem(409, `The ${type} '${name}' is managed by '${owner}', in ${file ?? 'a folder'}. Change it there.`)
  }
}
