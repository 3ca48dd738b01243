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

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView ??= () => {}
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

/** Converts jsdom's files to those of Node, which reads the request. */
function withBytes(reach: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) =>
    init.body instanceof window.Blob ? reach(input, { ...init, body: await textOf(init.body) }) : reach(input, init)
}

function textOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(file)
  })
}
