import type { configScopes } from '@millwright/contract/access/token-scopes'
import { t } from './messages.ts'

/** What the scopes for the configuration are called. */
export const configScopeNames = (): Readonly<Record<(typeof configScopes)[number], string>> => ({
  'config:plan': t.planConfig,
  'config:apply': t.applyConfig,
  'config:programs': t.applyPrograms,
})
