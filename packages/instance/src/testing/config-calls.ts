import type { ConfigExport, ConfigPlan, ConfigProblem, ConfigRecord } from '@millwright/contract/wire/config'
import type { TestInstance } from './test-instance.ts'

/** A refusal of configuration. */
export interface ConfigRefusal {
  readonly error: { readonly message: string; readonly context: { readonly problems: readonly ConfigProblem[] } | null }
}

/** Plans or applies records, for the owner `default` unless `more` says otherwise. */
export const configCalls = (instance: Pick<TestInstance, 'send' | 'root'>) => {
  const send = <Body>(records: readonly unknown[], more: object, query: string) => {
    const body = { format: 1, owner: 'default', records, ...more }
    return instance.send<Body>('POST', `system/config${query}`, { as: instance.root, body })
  }
  return {
    plan: (records: readonly unknown[], more: object = {}) =>
      send<ConfigPlan & ConfigRefusal>(records, more, '?plan=true'),
    apply: (records: readonly unknown[], more: object = {}) => send<ConfigPlan & ConfigRefusal>(records, more, ''),
    drift: (records: readonly unknown[], more: object = {}) =>
      send<ConfigPlan & ConfigRefusal>(records, more, '?drift=true'),
    /** Everything, or what an owner manages; with the tables of a service, if one is named. */
    async exported(owner?: string, schema?: string): Promise<ConfigRecord[]> {
      const query = schema === undefined ? '' : `?schema=${schema}`
      const { body } = await instance.send<ConfigExport>('GET', `system/config${query}`, { as: instance.root })
      const own = body.records.filter((record) => owner === undefined || record.owner === owner)
      return own.map(({ type, name, values }) => ({ type, name, values }))
    },
  }
}
