import type { TokenScope } from '../access/token-scopes.ts'
import { datetime, id, integer, json, type RecordOf, string } from './field.ts'

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
