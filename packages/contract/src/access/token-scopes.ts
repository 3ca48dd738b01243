import { type AccessTab, allTabs } from './tabs.ts'

/** Reading and planning the configuration, applying it, and applying what runs later too. */
export const configScopes = ['config:plan', 'config:apply', 'config:programs'] as const

/** What an access token may be limited to: the configuration, and tabs (docs/wire/access-tokens.md). */
export const tokenScopes = [...configScopes, ...allTabs] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The longest and the usual life of an access token, in days. */
export const tokenDays = { most: 366, usual: 90 } as const

/** The tabs among the scopes. */
export const tabsIn = (scopes: readonly TokenScope[]): AccessTab[] => allTabs.filter((tab) => scopes.includes(tab))
