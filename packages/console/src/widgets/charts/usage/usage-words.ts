import type { RefusalReason, UsageGroup, UsageGroupKey, UsageOutcome } from '@millwright/contract/wire/usage'
import { t } from './messages.ts'

const outcomes: Readonly<Record<UsageOutcome, string>> = {
  get ok() {
    return t.answered
  },
  get redirect() {
    return t.redirected
  },
  get client_error() {
    return t.clientError
  },
  get refused() {
    return t.refused
  },
  get limited() {
    return t.limited
  },
  get server_error() {
    return t.serverError
  },
  get aborted() {
    return t.aborted
  },
}

export function outcomeWord(outcome: string): string {
  return Object.hasOwn(outcomes, outcome) ? outcomes[outcome as UsageOutcome] : outcome
}

const reasons: Readonly<Record<RefusalReason, string>> = {
  get other() {
    return t.anotherReason
  },
  get no_credentials() {
    return t.refusalNoCredentials
  },
  get no_key() {
    return t.noApiKey
  },
  get no_session() {
    return t.noSession
  },
  get bad_key() {
    return t.unknownApiKey
  },
  get inactive_app() {
    return t.refusalAppInactive
  },
  get inactive_owner() {
    return t.refusalOwnerInactive
  },
  get ended_key() {
    return t.refusalKeyEnded
  },
  get bad_token() {
    return t.invalidSessionToken
  },
  get expired_token() {
    return t.refusalSessionExpired
  },
  get ended_session() {
    return t.refusalSessionEnded
  },
  get wrong_password() {
    return t.wrongPassword
  },
  get no_role() {
    return t.noRole
  },
  get inactive_role() {
    return t.refusalRoleInactive
  },
  get rule() {
    return t.refusalRoleDenies
  },
  get author() {
    return t.refusalScriptAuthor
  },
  get inactive_service() {
    return t.refusalServiceInactive
  },
}

/** Describes why requests were rejected; an unknown reason is shown as the instance sent it. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(reasons, reason) ? reasons[reason as RefusalReason] : reason.replaceAll('_', ' ')
}

const none: Partial<Readonly<Record<UsageGroup, string>>> = {
  get app() {
    return t.withoutAnApp
  },
  get user() {
    return t.anonymous
  },
  get role() {
    return t.withoutARole
  },
  get client() {
    return t.notTold
  },
  get reason() {
    return t.notRefused
  },
}

/** Display name of a group. */
export function groupName(by: UsageGroup | 'table', { group, group_id: id }: UsageGroupKey): string {
  if (group === null) return (by !== 'table' && none[by]) || t.noneOfThem
  if (group === 'other' && id === null && by !== 'reason') return t.allOthers
  if (by === 'outcome') return outcomeWord(group)
  return by === 'reason' ? reasonWords(group) : group
}
