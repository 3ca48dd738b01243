import type { TestInstance } from './open-test-instance.ts'
import type { SendOptions } from './send.ts'

type Made = { resource: [{ id: number }] }

/** Makes custom APIs over the API, by default as the first administrator. Throws the answer of what is refused. */
export function apiBuilder(instance: TestInstance) {
  const { send } = instance

  async function made(path: string, record: object, by: SendOptions = { as: instance.root }): Promise<number> {
    const { status, body } = await send<Made>('POST', path, { ...by, body: { resource: [record] } })
    if (status !== 201) throw new Error(`${path} ${JSON.stringify(record)}: ${status} ${JSON.stringify(body)}`)
    return body.resource[0].id
  }

  return {
    made,
    /** Returns the id of an API that may call these services. */
    async api(name: string, services: readonly number[]): Promise<number> {
      const sources = services.map((service_id) => ({ service_id }))
      return made('system/custom_api', { name, custom_api_source_by_api_id: sources })
    },
    endpoint(api_id: number, path: string, steps: readonly object[], more: object = {}, by?: SendOptions) {
      const record = { api_id, method: 'GET', path, is_active: true, execution_plan: { steps }, ...more }
      return made('system/custom_api_endpoint', record, by)
    },
    async publish(api: number): Promise<void> {
      const { status, body } = await send('PATCH', `system/custom_api/${api}`, {
        as: instance.root,
        body: { publish: true },
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
  }
}
