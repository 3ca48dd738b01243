import type { Verb } from '@millwright/contract/verbs'
import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { ServiceUnderTest } from './service-on.ts'

/** An answer of `_schema`; which of the members it has is the call's matter. */
export interface SchemaAnswer extends Partial<TableSchema>, Partial<Pick<FieldSchema, 'type'>> {
  resource: (TableSchema & FieldSchema & RelationSchema)[]
  statements: { sql: string; loses: string | null }[]
  error: { message: string; code: number }
}

/** Calls on `_schema` of the service as its administrator; `path` begins with a slash or a question mark. */
export function schemaCalls({ instance }: Pick<ServiceUnderTest, 'instance'>) {
  const call = (verb: Verb, path: string, body?: unknown) =>
    instance.send<SchemaAnswer>(verb, `db/_schema${path}`, { as: instance.root, body })
  /** The body of an answer that has to be a success. */
  async function done(verb: Verb, path: string, body?: unknown): Promise<SchemaAnswer> {
    const answer = await call(verb, path, body)
    if (answer.status === 200) return answer.body
    throw new Error(`${verb} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  /** Status and message of a refusal. */
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
