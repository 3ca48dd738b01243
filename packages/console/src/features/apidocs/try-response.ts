import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import type { CodeLanguage } from '../../widgets/code/code-editor/code-language.ts'

/** The response to a call that was tried. */
export interface TryResponse {
  readonly status: number
  readonly statusText: string
  /** Duration until the end of the body. */
  readonly milliseconds: number
  readonly headers: readonly (readonly [string, string])[]
  readonly content: Blob
  /** The displayed part of the body; `null` if it is not text. */
  readonly shown: { readonly text: string; readonly language: CodeLanguage; readonly whole: boolean } | null
}

/** Characters; the editor stays responsive up to this length. */
const maxShown = 400_000

export async function readTryResponse(response: Response, elapsed: () => number): Promise<TryResponse> {
  const content = await response.blob()
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: elapsed(),
    headers: [...response.headers].sort(([one], [other]) => (one < other ? -1 : 1)),
    content,
    shown: isText(type) ? await shownText(content, type) : null,
  }
}

function isText(type: string): boolean {
  return type === '' || /^text\/|json|xml|yaml|javascript|csv|x-www-form/i.test(type)
}

async function shownText(content: Blob, type: string): Promise<TryResponse['shown']> {
  const whole = content.size <= maxShown
  const text = await (whole ? content : content.slice(0, maxShown)).text()
  const language: CodeLanguage = /json/i.test(type) ? 'json' : /yaml/i.test(type) ? 'yaml' : 'text'
  return { text: language === 'json' && whole ? pretty(text) : text, language, whole }
}

function pretty(text: string): string {
  try {
    return stringifyExact(parseExact(text), 2)
  } catch {
    return text
  }
}
