import { createContext, useContext } from 'react'

/** A tab that the person sees. */
export interface OpenTab {
  readonly path: string
  readonly title: string
  readonly purpose: string
}

const Context = createContext<readonly OpenTab[]>([])

/** Tells everything below which tabs the person sees. */
export const OpenTabs = Context.Provider

/** The tabs that the person sees, in their order; none until that is known. */
export function useOpenTabs(): readonly OpenTab[] {
  return useContext(Context)
}
