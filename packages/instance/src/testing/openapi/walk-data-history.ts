import type { TestInstance } from '../test-instance.ts'
import type { Walk } from './walk.ts'

/** Calls every operation on the data history. */
export async function walkDataHistory({ call }: Walk, { send, root: as, parts }: TestInstance): Promise<void> {
  await send('PATCH', 'sample/_schema/customer', { as, body: { history: true } })
  await send('PATCH', 'sample/_table/customer/1', { as, body: { name: 'Seen' } })
  await parts.background.idle()
  const { body } = await call<{ resource: [{ id: number }] }>('GET', '/data_history?include_count=true')
  for (const query of ['?as_list=true', '?count_only=true', '?file=all.csv']) await call('GET', `/data_history${query}`)
  await call('GET', `/data_history/${body.resource[0].id}`)
  await call('POST', '/data_history/revert', { body: {}, status: 400 })
  for (const query of ['?preview=true', '']) {
    await call('POST', `/data_history/revert${query}`, { body: { ids: [body.resource[0].id] } })
  }
}
