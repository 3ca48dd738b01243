import type { RefusalReason, UsageGroup, UsageGroupKey, UsageOutcome } from '@millwright/contract/wire/usage'
import { t } from './messages.ts'

const outcomes: Readonly<Record<UsageOutcome, string>> = {
  ok: t.answered,
  redirect: t.redirected,
  client_error: t.clientError,
  refused: t.refused,
  limited: t.limited,
  server_error: t.serverError,
  aborted: t.aborted,
}

export function outcomeWord(outcome: string): string {
  return Object.hasOwn(outcomes, outcome) ? outcomes[outcome as UsageOutcome] : outcome
}

const reasons: Readonly<Record<RefusalReason, string>> = {
  other: t.anotherReason,
  no_credentials: t.refusalNoCredentials,
  no_key: t.noApiKey,
  no_session: t.noSession,
  bad_key: t.unknownApiKey,
  inactive_app: t.refusalAppInactive,
  inactive_owner: t.refusalOwnerInactive,
  ended_key: t.refusalKeyEnded,
  bad_token: t.invalidSessionToken,
  expired_token: t.refusalSessionExpired,
  ended_session: t.refusalSessionEnded,
  wrong_password: t.wrongPassword,
  no_role: t.noRole,
  inactive_role: t.refusalRoleInactive,
  rule: t.refusalRoleDenies,
  author: t.refusalScriptAuthor,
  inactive_service: t.refusalServiceInactive,
}

/** Describes why requests were rejected; an unknown reason is shown as the instance sent it. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(reasons, reason) ? reasons[reason as RefusalReason] : reason.replaceAll('_', ' ')
}

const none: Partial<Readonly<Record<UsageGroup, string>>> = {
  app: t.withoutAnApp,
  user: t.anonymous,
  role: t.withoutARole,
  client: t.notTold,
  reason: t.notRefused,
}

/** Display name of a group. */
export function groupName(by: UsageGroup | 'table', { group, group_id: id }: UsageGroupKey): string {
  if (group === null) return (by !== 'table' && none[by]) || t.noneOfThem
  if (group === 'other' && id === null && by !== 'reason') return t.allOthers
  if (by === 'outcome') return outcomeWord(group)
  return by === 'reason' ? reasonWords(group) : group
}
