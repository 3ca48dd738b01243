import { createContext, useContext } from 'react'

/** A tab that the user can see. */
export interface OpenTab {
  readonly path: string
  readonly title: string
  readonly purpose: string
}

const Context = createContext<readonly OpenTab[]>([])

/** Provides the tabs that the user can see. */
export const OpenTabs = Context.Provider

/** The tabs that the user can see, in order; empty until known. */
export function useOpenTabs(): readonly OpenTab[] {
  return useContext(Context)
}
