import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { noteConnection } from '../instance/connection.ts'
import { setSettings } from '../instance/current-settings.ts'
import { environmentQuery, hasFeature, knownEnvironment } from '../instance/environment.ts'
import { knownWriteBlock } from '../instance/instance-profile.ts'
import { createQueryClient } from '../instance/query-client.ts'
import { connect } from '../instance/send.ts'
import { isRestricted, type SessionStore } from '../instance/session.ts'
import type { ConsoleSettings } from '../instance/settings.ts'
import { promptSignIn } from '../instance/sign-in-request.ts'
import { quotesFeature } from '../instance/text-filters.ts'
import { createTransport } from '../instance/transport.ts'
import type { Upload } from '../instance/upload.ts'
import { callingKey } from './calling-key.ts'
import { readsPath } from './permissions.ts'
import { type ConsoleRouter, createConsoleRouter } from './router.ts'

export interface AppParts {
  fetch: typeof globalThis.fetch
  /** Used besides `fetch`, for large uploads. */
  upload?: Upload
  settings: ConsoleSettings
  session: SessionStore
  history?: RouterHistory
}

export interface App {
  router: ConsoleRouter
  queryClient: QueryClient
  /** Removes the app's listeners. */
  stop(): void
}

/** Pages on which the dialog to sign in again is not shown: they are for people who are not signed in, or handle it themselves. */
const quietPages = ['/login', '/user-invite', '/register-confirm', '/register', '/register-complete', '/apidocs']

/** Creates the console for an instance; the one place where its parts are wired together. */
export function createApp({ fetch, upload, settings, session, history }: AppParts): App {
  setSettings(settings)
  noteConnection(true)
  const queryClient = createQueryClient()
  const router = createConsoleRouter({ queryClient, session }, history)
  let started = false
  let user = session.current()
  const keyAt = (pathname: string) => callingKey(settings.apiKey, knownEnvironment(queryClient), pathname)

  connect(
    createTransport({
      fetch,
      ...(upload && { upload }),
      settings,
      apiKey: () => keyAt(router.state.location.pathname),
      session,
      // Before the first page there is nothing to keep: the login page is shown instead.
      askToSignIn: (reason) => (started ? promptSignIn(reason) : Promise.resolve(false)),
      writeBlock: () => knownWriteBlock(queryClient),
      async mayRead(path) {
        const user = session.current()
        if (user === null || !isRestricted(user)) return true
        return readsPath(user, path, queryClient)
      },
      wrapper: () => knownEnvironment(queryClient).config?.resources_wrapper ?? 'resource',
      readsQuotes: () => hasFeature(knownEnvironment(queryClient), quotesFeature),
      noteConnection,
      neverPrompts: () => started && quietPages.includes(router.state.location.pathname),
    }),
  )

  const forgetStart = router.subscribe('onResolved', () => {
    started = true
  })
  const forgetMoves = router.subscribe('onBeforeRouteMount', ({ fromLocation, toLocation }) => {
    const changed = fromLocation && keyAt(fromLocation.pathname) !== keyAt(toLocation.pathname)
    // Another app may have other permissions: its pages must not show data that was loaded for the previous one.
    if (changed)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== environmentQuery.queryKey[0] })
  })
  const forgetSession = session.subscribe(() => {
    const former = user
    user = session.current()
    if (former?.session_token === user?.session_token) return
    const samePerson = former && user && former.id === user.id && former.is_sys_admin === user.is_sys_admin
    if (samePerson) {
      void queryClient.invalidateQueries({ queryKey: environmentQuery.queryKey })
      return
    }
    queryClient.clear()
    // The guards of a page that is loading run anyway, with the new user.
    if (router.state.status === 'idle') void router.invalidate()
  })

  return {
    router,
    queryClient,
    stop() {
      forgetStart()
      forgetMoves()
      forgetSession()
    },
  }
}
