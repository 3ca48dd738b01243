import type { Mention } from './naming.ts'

export const toUser = { column: 'user_id', table: 'user' } as const
export const toRole = { column: 'role_id', table: 'role' } as const
export const toService = { column: 'service_id', table: 'service' } as const
export const deletedToo = 'They are deleted too.'
/** A task without its user or app would run with the access of its author, so it is stopped. */
export const stopped = { effect: 'cleared', becomes: { is_active: 0, next_due: null } } as const
export const script: Mention = { names: 'event' }
/** Without its events, nothing starts a script. */
export const noEvents = 'They no longer run, as their events no longer happen.'
export const inSettings = 'Their settings name it: features that need it fail.'
export const nothingLeft = 'They no longer apply to anything.'
export const noRules = 'Their access rules for it no longer apply to anything.'
export const plainKey = 'Their filters keep the key as plain text, and may match other rows.'
export const noField = 'They name a field that no longer exists.'
export const unheard = 'They are not notified of its events any more.'
export const noPage = 'Their page no longer opens.'
export const code = 'Their code may name it; look through it.'
/** An app without its owner would work for no one. */
export const orphaned = {
  effect: 'cleared',
  becomes: { is_active: 0, owner_id: null },
  told: { consequence: 'They are deactivated: their keys stop working with their owner.' },
} as const
