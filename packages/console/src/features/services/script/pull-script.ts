import { send } from '../../../instance/send.ts'
import { pullCall, type ScriptLink } from './script-link.ts'

/** The text of a script as it is in its source now. */
export async function pullScript(link: ScriptLink): Promise<string> {
  const { data } = await send<Blob>({ verb: 'GET', ...pullCall(link), as: 'blob' })
  return data.text()
}

/** Has the instance forget what it kept of a service's script. */
export async function clearScriptCache(service: string): Promise<void> {
  await send({ verb: 'DELETE', path: `system/cache/_event/${encodeURIComponent(service)}` })
}
