import type { RefusalReason, UsageGroup, UsageGroupKey, UsageOutcome } from '@millwright/contract/wire/usage'

const outcomes: Readonly<Record<UsageOutcome, string>> = {
  ok: 'Answered',
  redirect: 'Redirected',
  client_error: 'Client error',
  refused: 'Refused',
  limited: 'Limited',
  server_error: 'Server error',
  aborted: 'Aborted',
}

export function outcomeWord(outcome: string): string {
  return Object.hasOwn(outcomes, outcome) ? outcomes[outcome as UsageOutcome] : outcome
}

const reasons: Readonly<Record<RefusalReason, string>> = {
  other: 'Another reason',
  no_credentials: 'No API key and no session',
  no_key: 'No API key',
  no_session: 'No session',
  bad_key: 'Unknown API key',
  inactive_app: 'The app is inactive',
  bad_token: 'Invalid session token',
  expired_token: 'The session has expired',
  ended_session: 'The session was ended',
  wrong_password: 'Wrong password',
  no_role: 'No role',
  inactive_role: 'The role is inactive',
  rule: 'The role does not allow it',
  author: 'The script’s author may not do it',
  inactive_service: 'The service is inactive',
}

/** Why calls were refused; what this console does not know is told as the instance says it. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(reasons, reason) ? reasons[reason as RefusalReason] : reason.replaceAll('_', ' ')
}

const none: Partial<Readonly<Record<UsageGroup, string>>> = {
  app: 'Without an app',
  user: 'Nobody signed in',
  role: 'Without a role',
  client: 'Not told',
  reason: 'Not refused',
}

/** What a group is called. */
export function groupName(by: UsageGroup | 'table', { group, group_id: id }: UsageGroupKey): string {
  if (group === null) return (by !== 'table' && none[by]) || 'None'
  if (group === 'other' && id === null && by !== 'reason') return 'All others'
  if (by === 'outcome') return outcomeWord(group)
  return by === 'reason' ? reasonWords(group) : group
}
