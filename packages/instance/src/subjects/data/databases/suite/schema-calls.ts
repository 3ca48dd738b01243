import type { Verb } from '@millwright/contract/verbs'
import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { ServiceUnderTest } from './service-on.ts'

/** A response of `_schema`; its members depend on the call. */
export interface SchemaAnswer extends Partial<TableSchema>, Partial<Pick<FieldSchema, 'type'>> {
  resource: (TableSchema & FieldSchema & RelationSchema)[]
  statements: { sql: string; loses: string | null }[]
  error: { message: string; code: number }
}

/** Calls of `_schema` of the service as an administrator; `path` starts with a slash or a question mark. */
export function schemaCalls({ instance }: Pick<ServiceUnderTest, 'instance'>) {
  const call = (verb: Verb, path: string, body?: unknown) =>
    instance.send<SchemaAnswer>(verb, `db/_schema${path}`, { as: instance.root, body })
  /** Returns the body of a response that must be successful. */
  async function done(verb: Verb, path: string, body?: unknown): Promise<SchemaAnswer> {
    const answer = await call(verb, path, body)
    if (answer.status === 200) return answer.body
    throw new Error(`${verb} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  /** Returns status and message of an error. */
  async function refused(verb: Verb, path: string, body?: unknown): Promise<string> {
    const { status, body: answer } = await call(verb, path, body)
    return `${status} ${answer.error?.message}`
  }
  async function table(name: string): Promise<TableSchema> {
    const { body } = await instance.send<TableSchema>('GET', `db/_schema/${name}?refresh=true`, { as: instance.root })
    return body
  }
  return { call, done, refused, table }
}
