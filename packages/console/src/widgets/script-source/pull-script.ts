import { send } from '../../instance/send.ts'
import { pullCall, type ScriptLink } from './script-link.ts'

/** The text of a script as it is in its source now. */
export async function pullScript(link: ScriptLink): Promise<string> {
  const { data } = await send<Blob>({ verb: 'GET', ...pullCall(link), as: 'blob' })
  const text = await data.text()
  return link.versioned ? plainText(text) : text
}

/** Has the instance forget what it kept of a script, that of a service or of an event. */
export async function clearScriptCache(name: string): Promise<void> {
  await send({ verb: 'DELETE', path: `system/cache/_event/${encodeURIComponent(name)}` })
}

/** Most servers answer the text itself, some the answer of the code host: an object with the text in base64. */
export function plainText(answer: string): string {
  const said = asObject(answer)
  if (typeof said?.content !== 'string' || said.encoding !== 'base64') return answer
  try {
    const bytes = Uint8Array.from(atob(said.content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return answer
  }
}

function asObject(text: string): { readonly content?: unknown; readonly encoding?: unknown } | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
