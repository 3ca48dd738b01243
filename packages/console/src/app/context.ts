import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '../instance/session.ts'

/** What every route is given. */
export interface AppContext {
  readonly queryClient: QueryClient
  readonly session: SessionStore
}
