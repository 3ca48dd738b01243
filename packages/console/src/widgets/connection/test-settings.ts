import type { ServiceCheck } from '@millwright/contract/wire/services'
import { send } from '../../instance/send.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { t } from './messages.ts'

/** The known state of a service's connection. */
export type Connection =
  | 'unknown'
  | 'trying'
  | 'works'
  /** It works; number of tables and views. */
  | { readonly tables: number }
  /** `failed` is a message for users; `reason` is the instance's own explanation. */
  | { readonly failed: string; readonly reason?: string }
  /** It works, with a warning. */
  | { readonly warned: string }

/** Tests unsaved settings of a form; throws `InstanceError` if the instance rejects them. */
export async function testSettings(asked: {
  /** Id of a stored service, whose secrets replace their masks. */
  readonly id: number | null
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}): Promise<Connection> {
  const { id, ...body } = asked
  const path = 'system/service_check'
  const { data } = await send<ServiceCheck>({ verb: 'POST', path, body: id === null ? body : { id, ...body } })
  await serverMessages.load()
  if (!data.success)
    return { failed: data.reason === null ? t.testFailed({ name: asked.type }) : serverMessages.say(data.reason) }
  if (data.warnings.length > 0) return { warned: [t.testSucceeded, ...data.warnings].join(' ') }
  return data.tables === null ? 'works' : { tables: data.tables }
}
