import { type AccessTab, allTabs } from '../access/tabs.ts'
import { datetime, id, integer, json, type RecordOf, string } from './field.ts'

/** Reading and planning the configuration, applying it, and applying what runs later too. */
export const configScopes = ['config:plan', 'config:apply', 'config:programs'] as const

/** What an access token may be limited to: the configuration, and tabs (docs/wire/access-tokens.md). */
export const tokenScopes = [...configScopes, ...allTabs] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The longest and the usual life of an access token, in days. */
export const tokenDays = { most: 366, usual: 90 } as const

/** The tabs among the scopes. */
export const tabsIn = (scopes: readonly TokenScope[]): AccessTab[] => allTabs.filter((tab) => scopes.includes(tab))

/** A credential of an administrator for programs (docs/wire/access-tokens.md). */
export const accessTokenFields = {
  id: id(),
  user_id: integer({ mode: 'readOnly', label: 'User Id', nullable: false }),
  user_email: string({ mode: 'readOnly', label: 'User Email', nullable: false }),
  name: string({ mode: 'readOnly', label: 'Name', nullable: false }),
  scopes: json<TokenScope[]>({ mode: 'readOnly', label: 'Scopes', nullable: false }),
  created_date: datetime({ mode: 'readOnly', label: 'Since', nullable: false }),
  /** `null` if it was never used. */
  last_used_date: datetime({ mode: 'readOnly', label: 'Last Use' }),
  expires_date: datetime({ mode: 'readOnly', label: 'Until', nullable: false }),
}

export type AccessToken = RecordOf<typeof accessTokenFields>

/** The answer to the creation of a token, which alone contains it. */
export interface NewAccessToken extends AccessToken {
  token: string
}
