import './theme/tokens.css'
import './theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createApp } from './app/create-app.ts'
import { startAddress } from './app/start-address.ts'
import { session } from './instance/browser-session.ts'
import { loadSettings } from './instance/settings.ts'
import { applyTheme } from './theme/theme.ts'

/** Milliseconds that a new tab waits for the open ones to say who is signed in; it reads its settings meanwhile. */
const patience = 80

applyTheme()
const better = startAddress(window.location)
if (better !== null) window.history.replaceState(null, '', better)

const [settings] = await Promise.all([loadSettings(window.fetch.bind(window)), session.askOtherTabs(patience)])
const { router, queryClient } = createApp({ fetch: window.fetch.bind(window), settings, session })

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
