import './theme/tokens.css'
import './theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app/create-app.ts'
import { startAddress } from './app/start-address.ts'
import { basePath } from './instance/base-path.ts'
import { session } from './instance/browser-session.ts'
import { loadSettings } from './instance/settings.ts'
import type { Upload } from './instance/upload.ts'
import { messagesLoaded } from './language/catalogue.ts'
import { applyLanguage } from './language/language.ts'
import { applyTheme } from './theme/theme.ts'

/** Milliseconds that a new tab waits for the session of open ones, while it loads its settings. */
const patience = 80

/** Milliseconds that the page may stay empty. */
const soon = 300

/** Loaded when the first file is uploaded. */
const upload: Upload = async (...request) => (await import('./instance/upload.ts')).upload(...request)

async function start(): Promise<void> {
  const { pathname, search, hash } = window.location
  const better = startAddress({ pathname: pathname.slice(basePath.length), search, hash })
  if (better !== null) window.history.replaceState(null, '', `${basePath}${better}`)

  const [settings] = await Promise.all([
    loadSettings(window.fetch.bind(window)),
    session.askOtherTabs(patience),
    messagesLoaded(),
  ])
  const { router, queryClient } = createApp({ fetch: window.fetch.bind(window), upload, settings, session })

  const place = document.getElementById('root')
  if (!place) return
  const root = createRoot(place)
  const page = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const isLoaded = await Promise.race([
    router.load().then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), soon)),
  ])
  // When everything is loaded, the page is rendered once, as a transition in slices, so that the browser stays responsive. If loading takes
  // longer, a placeholder is rendered synchronously, since the router must not change the page between two slices.
  if (isLoaded) startTransition(() => root.render(page))
  else root.render(page)
}

applyTheme()
applyLanguage()
// Running all the code for the first time keeps the browser busy, so the rest is a task of its own.
setTimeout(() => void start())
