import type { configScopes } from '@millwright/contract/records/access-token'
import { tokenMessages } from './messages.ts'

/** What the scopes for the configuration are called. */
export const configScopeNames = (): Readonly<Record<(typeof configScopes)[number], string>> => ({
  'config:plan': tokenMessages.planConfig,
  'config:apply': tokenMessages.applyConfig,
  'config:programs': tokenMessages.applyPrograms,
})
