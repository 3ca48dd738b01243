import type { ServiceCheck } from '@millwright/contract/wire/service-check'
import { send } from '../../instance/send.ts'
import { serverSentences } from '../../instance/server-sentences.ts'
import { t } from './messages.ts'

/** What is known of the connection of a service. */
export type Connection =
  | 'unknown'
  | 'trying'
  | 'works'
  /** It works, and there are so many tables and views. */
  | { readonly tables: number }
  /** `reason`: what the instance says of it, where the sentence is ours. */
  | { readonly failed: string; readonly reason?: string }
  /** It works, and something about it is worth knowing. */
  | { readonly warned: string }

/** Tests settings as they stand in a form, which nobody saved; throws `InstanceError` where the instance refuses them. */
export async function testSettings(asked: {
  /** Of a stored service, whose secrets count where only their mask is there. */
  readonly id: number | null
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}): Promise<Connection> {
  const { id, ...body } = asked
  const path = 'system/service_check'
  const { data } = await send<ServiceCheck>({ verb: 'POST', path, body: id === null ? body : { id, ...body } })
  await serverSentences.load()
  if (!data.success)
    return { failed: data.reason === null ? t.testFailed({ name: asked.type }) : serverSentences.say(data.reason) }
  if (data.warnings.length > 0) return { warned: [t.testSucceeded, ...data.warnings].join(' ') }
  return data.tables === null ? 'works' : { tables: data.tables }
}
