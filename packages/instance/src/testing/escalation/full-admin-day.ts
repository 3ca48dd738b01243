import { isRecord } from '@millwright/contract/wire/is-record'
import { mcpSender } from '../mcp/mcp-client.ts'
import type { World } from './world.ts'

/** The collections that full administrators open, by the member with the key. */
export const collections: Readonly<Record<string, 'id' | 'name'>> = {
  app: 'id',
  user: 'id',
  role: 'id',
  service: 'id',
  event_script: 'name',
  custom: 'name',
  cors: 'id',
  email_template: 'id',
  lookup: 'id',
  limit: 'id',
  scheduler: 'id',
  webhook: 'id',
  data_view: 'id',
  admin: 'id',
}

export function recordsIn(body: unknown): Readonly<Record<string, unknown>>[] {
  return isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
}

/**
 * What full administrators do on a day: they sign in, read everything, save it unchanged, call every service, let an assistant call every
 * tool, ask for new passwords, and a program of theirs stores what is secret; then tasks, webhooks and queued scripts run. Returns the tokens of their sessions.
 */
export async function fullAdminDay({
  instance,
  full,
  canaries,
}: Pick<World, 'instance' | 'full' | 'canaries'>): Promise<string[]> {
  const { send, root, parts, scheduler, scriptQueue, deliveries, signIn } = instance
  const tokens: string[] = []
  for (const person of [full, root]) {
    const as = await signIn(person)
    tokens.push(as.token)
    for (const [name, key] of Object.entries(collections)) {
      for (const record of recordsIn((await send('GET', `system/${name}`, { as })).body)) {
        const path = `system/${name}/${encodeURIComponent(String(record[key]))}`
        const { body } = await send('GET', path, { as })
        await send('PATCH', path, { as, body })
      }
    }
    const services = recordsIn((await send('GET', 'system/service?fields=name,type', { as })).body)
    for (const { name, type } of services) {
      await send('GET', String(name), { as })
      await send('POST', String(name), { as, body: { password: person.password } })
      if (type === 'mcp' || type === 'system_mcp') await callTools(String(name), as)
    }
    const data = ['vault/_table/item', 'db/_schema', 'files/', 'archive/secret/', 'user/session', 'user/profile']
    for (const path of [...data, ...[0, 1, 2, 3].map((at) => `evil1/all${at}`)]) await send('GET', path, { as })
    await send('POST', 'system/admin/password?reset=true', { body: { email: person.email } })
  }
  await send('POST', 'postbox/secret/', { as: root })
  await send('POST', 'postbox/secret/plan.txt', { as: root, body: canaries.join('\n') })
  const rows = await parts.store.db.selectFrom('scheduler_task').select('id').execute()
  for (const { id } of rows) await send('POST', `system/scheduler/${id}/run`, { as: root })
  await scheduler.idle()
  await scriptQueue.idle()
  await deliveries.idle()
  await parts.background.idle()
  return tokens

  /** Built-in tools are called without arguments too; those that change something ask first. */
  async function callTools(service: string, as: { token: string }): Promise<void> {
    const assistant = mcpSender(send, service)
    for (const { name } of await assistant.tools({ as })) await assistant.call(name, {}, { as })
  }
}
