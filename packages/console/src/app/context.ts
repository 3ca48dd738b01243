import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '../instance/session.ts'

/** The context of every route. */
export interface AppContext {
  readonly queryClient: QueryClient
  readonly session: SessionStore
}
