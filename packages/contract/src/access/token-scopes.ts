import { type AccessTab, allTabs } from './tabs.ts'

/** Reading and planning the configuration, and applying it. */
export const configScopes = ['config:plan', 'config:apply'] as const

/** What an access token may be limited to: the configuration, and tabs (docs/wire/access-tokens.md). */
export const tokenScopes = [...configScopes, ...allTabs] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The longest and the usual life of an access token, in days. */
export const tokenDays = { most: 366, usual: 90 } as const

/** The tabs among the scopes. */
export const tabsIn = (scopes: readonly TokenScope[]): AccessTab[] => allTabs.filter((tab) => scopes.includes(tab))
