import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { get } from '../read-records.ts'

interface Dropping {
  readonly call: Forward
  readonly request: ApiRequest
}

/** Drops tables of a database, the last first; those that refer to each other in a circle lose their references before. */
export async function dropTables(
  service: string,
  names: readonly string[],
  { call, request }: Dropping,
): Promise<void> {
  const ask = (verb: 'GET' | 'DELETE', path: string) =>
    call({ ...request, ...get(service.toLowerCase(), `_schema/${path}`), verb })
  const refused = await dropThose(names)
  if (refused.length === 0) return
  for (const { name } of refused) await loosen(name, new Set(refused.map((each) => each.name)))
  const [left] = await dropThose(refused.map(({ name }) => name))
  if (left !== undefined) throw left.error

  /** Those that cannot go, as long as others go, in their order. */
  async function dropThose(wanted: readonly string[]): Promise<readonly { name: string; error: Problem }[]> {
    const left: { name: string; error: Problem }[] = []
    for (const name of wanted.toReversed()) {
      try {
        await ask('DELETE', name)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        if (error.status !== 404) left.unshift({ name, error })
      }
    }
    return left.length === 0 || left.length === wanted.length ? left : dropThose(left.map(({ name }) => name))
  }

  async function loosen(name: string, others: ReadonlySet<string>): Promise<void> {
    const { body } = await ask('GET', name)
    const fields = isRecord(body) && Array.isArray(body.field) ? body.field.filter(isRecord) : []
    for (const { name: field, ref_table: to } of fields) {
      if (typeof to === 'string' && to !== name && others.has(to))
        await ask('DELETE', `${name}/_field/${String(field)}`)
    }
  }
}
