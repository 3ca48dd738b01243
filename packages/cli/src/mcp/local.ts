import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { openApp } from '@millwright/instance/app'
import { readConfig } from '@millwright/instance/platform/settings/config'
import type { Invocation } from '../flags.ts'

/** An instance in this process. */
export interface LocalInstance {
  /** Sends a request to the instance, whatever the host; the response is streamed. */
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/**
 * Opens the instance of a data folder on which none runs, or of a shared database. It serves only the caller, and runs no background
 * work.
 */
export async function openLocal({ flags, env }: Pick<Invocation, 'flags' | 'env'>): Promise<LocalInstance> {
  // Standard output belongs to the client.
  const app = await openApp(readConfig(env, flags), {
    log: (text) => void process.stderr.write(`millwright: ${text}\n`),
  })
  const ask = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search, host } = new URL(request.url)
    const answer = await app.server.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      payloadAsStream: true,
      headers: { ...Object.fromEntries(request.headers), host },
      ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
      signal: request.signal,
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((each) => [name, String(each)]),
    )
    const isEmpty = [204, 205, 304].includes(answer.statusCode)
    const body = isEmpty ? null : (Readable.toWeb(answer.stream()) as NodeStream as ReadableStream<Uint8Array>)
    return new Response(body, { status: answer.statusCode, headers })
  }
  return { fetch: ask, close: app.close }
}
