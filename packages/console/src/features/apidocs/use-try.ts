import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { sendRaw } from '../../instance/send.ts'
import type { CodeLanguage } from '../../widgets/code/code-editor/code-language.ts'
import type { Json } from './api-document.ts'
import { type CallDraft, callOf, type ReadyCall } from './call-draft.ts'
import type { CallingApp } from './docs-queries.ts'
import type { ApiOperation } from './operation.ts'

/** The state of a call, from idle to its response. */
export type TryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answered'; readonly answer: TryResponse }

export interface Trial {
  readonly state: TryState
  /** `null` if the signed-in person is the caller. */
  readonly app: CallingApp | null
  readonly callAs: (app: CallingApp | null) => void
  readonly start: (draft: CallDraft) => void
  readonly cancel: () => void
}

/** Makes calls of an operation, one at a time; unmounting cancels a pending call. */
export function useTry(root: Json, service: string, operation: ApiOperation): Trial {
  const [state, setState] = useState<TryState>({ kind: 'idle' })
  const [app, callAs] = useState<CallingApp | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const cancel = () => {
    underWay.current?.abort()
    underWay.current = null
    setState({ kind: 'idle' })
  }

  const start = async (draft: CallDraft) => {
    underWay.current?.abort()
    const control = new AbortController()
    underWay.current = control
    setState({ kind: 'sending' })
    const begin = performance.now()
    try {
      const { body, ...call } = callOf(root, service, operation, draft)
      const sent = {
        ...call,
        ...(body === null ? {} : { body: asBody(body) }),
        ignore401: true,
        signal: control.signal,
      }
      const response = await sendRaw(sent, app?.key)
      const answer = await readTryResponse(response, () => performance.now() - begin)
      if (underWay.current === control) setState({ kind: 'answered', answer })
    } catch (error) {
      if (!control.signal.aborted) setState({ kind: 'failed', message: messageOf(error) })
    }
  }

  return { state, app, callAs, start: (draft) => void start(draft), cancel }
}

function asBody(body: NonNullable<ReadyCall['body']>): string | File | FormData {
  if (typeof body === 'string' || body instanceof File) return body
  const form = new FormData()
  for (const [name, value] of body) form.append(name, value)
  return form
}

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
