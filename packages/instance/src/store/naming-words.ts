import type { Mention } from './naming.ts'

export const toUser = { column: 'user_id', table: 'user' } as const
export const toRole = { column: 'role_id', table: 'role' } as const
export const toService = { column: 'service_id', table: 'service' } as const
export const deletedToo = 'Will be deleted too.'
/** A task without its user or app would run with the access of its author, so it is stopped. */
export const stopped = { effect: 'cleared', becomes: { is_active: 0, next_due: null } } as const
export const script: Mention = { names: 'event' }
/** Without its events, nothing starts a script. */
export const noEvents = 'Will no longer run, as the events no longer happen.'
export const inSettings = 'Named in the settings: features that need it will fail.'
export const nothingLeft = 'Will no longer apply to anything.'
export const noRules = 'Access rules for it will no longer apply to anything.'
export const plainKey = 'Filters will keep the key as plain text, and may match other rows.'
export const noField = 'Will name a field that no longer exists.'
export const unheard = 'Will no longer be notified of its events.'
export const noPage = 'The page will no longer open.'
export const code = 'The code may name it; look through it.'
/** An app without its owner would work for no one. */
export const orphaned = {
  effect: 'cleared',
  becomes: { is_active: 0, owner_id: null },
  told: { consequence: 'Will be deactivated, as API keys stop working with the account of the owner.' },
} as const
