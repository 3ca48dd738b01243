import { File as FileOfNode } from 'node:buffer'
import type { Session } from '@millwright/contract/wire/session'
import type { TestInstance } from '@millwright/instance/testing/open-test-instance'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, renderHook } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { type App, createApp } from '../app/create-app.ts'
import { session } from '../instance/browser-session.ts'
import { type ConsoleSettings, defaultSettings } from '../instance/settings.ts'
import { dismiss, useNotifications } from '../notifications/notify.ts'

// jsdom has no layout.
Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects()

export interface Visit extends App {
  readonly user: UserEvent
  /** Path and query, as in the address bar. */
  address(): string
}

interface VisitOptions {
  /** The signed-in user; `null` for none. */
  readonly as: { readonly email: string; readonly password: string } | null
  readonly kind?: 'admin' | 'user'
  /** As in `millwright.json`. */
  readonly settings?: Partial<ConsoleSettings>
  /** Intercepts requests between the console and the instance. */
  readonly through?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
}

let leave = async () => {}

/**
 * Opens a page of the console on an in-process instance, as a browser would, replacing the open one. Everything is removed after the test.
 */
export async function visit(instance: TestInstance, path: string, options: VisitOptions): Promise<Visit> {
  await leave()
  localStorage.clear()
  sessionStorage.clear()
  session.signOut()
  if (options.as) session.signIn(await logIn(instance, options.as, options), false)
  const reach = withBytes(instance.fetch)
  const app = createApp({
    fetch: options.through?.(reach) ?? reach,
    settings: { ...defaultSettings, ...options.settings },
    session,
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={app.queryClient}>
      <RouterProvider router={app.router} />
    </QueryClientProvider>,
  )
  leave = async () => {
    leave = async () => {}
    cleanup()
    app.stop()
    await app.queryClient.cancelQueries()
    app.queryClient.clear()
    session.signOut()
    localStorage.clear()
    sessionStorage.clear()
    for (const { id } of renderHook(useNotifications).result.current) dismiss(id)
    cleanup()
  }
  onTestFinished(() => leave())
  return { ...app, user, address: () => app.router.state.location.href }
}

async function logIn(
  instance: TestInstance,
  { email, password }: { readonly email: string; readonly password: string },
  { kind = 'admin', settings }: Pick<VisitOptions, 'kind' | 'settings'>,
): Promise<Session> {
  const path = kind === 'admin' ? 'system/admin/session' : 'user/session'
  const { status, body } = await instance.send<Session>('POST', path, {
    body: { email, password },
    ...(settings?.apiKey && { key: settings.apiKey }),
  })
  if (status !== 200) throw new Error(`Signing in answered ${status}.`)
  return body
}

/** Converts jsdom's files and forms to those of Node, which reads the request. */
function withBytes(reach: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (init.body instanceof window.Blob) return reach(input, { ...init, body: await bytesOf(init.body) })
    if (!(init.body instanceof window.FormData)) return reach(input, init)
    const headers = new Headers(init.headers)
    headers.set('content-type', `multipart/form-data; boundary=${boundary}`)
    const body = await multipart(init.body)
    // Node reads forms with the global class of files, which must be its own.
    const { File: ofBrowser } = globalThis
    Object.assign(globalThis, { File: FileOfNode })
    return reach(input, { ...init, headers, body }).finally(() => Object.assign(globalThis, { File: ofBrowser }))
  }
}

const boundary = 'test-boundary'

async function multipart(form: FormData): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const text = (words: string) => parts.push(new TextEncoder().encode(words))
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? '' : `; filename="${value.name}"`
    text(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`)
    if (typeof value === 'string') text(value)
    else parts.push(new Uint8Array(await bytesOf(value)))
    text('\r\n')
  }
  text(`--${boundary}--\r\n`)
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all.buffer
}

function bytesOf(file: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result instanceof ArrayBuffer ? reader.result : new ArrayBuffer(0))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(file)
  })
}
