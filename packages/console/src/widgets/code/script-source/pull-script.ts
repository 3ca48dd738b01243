import { send } from '../../../instance/send.ts'
import { pullCall, type ScriptLink } from './script-link.ts'

/** Fetches the current text of a script from its source. */
export async function pullScript(link: ScriptLink): Promise<string> {
  const { data } = await send<Blob>({ verb: 'GET', ...pullCall(link), as: 'blob' })
  const text = await data.text()
  return link.versioned ? plainText(text) : text
}

/** Clears the instance's cached copy of a script, of a service or an event. */
export async function clearScriptCache(name: string): Promise<void> {
  await send({ verb: 'DELETE', path: `system/cache/_event/${encodeURIComponent(name)}` })
}

/** Decodes the response of a code host, a JSON object with the text in base64; any other response is the text itself. */
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
