import type { LookupKey } from '../platform/lookup-substitution.ts'
import type { Caller } from '../request/caller.ts'

/** Facts about the instance that lookup keys expose. */
export interface InstanceFacts {
  /** Scheme and host, without a trailing slash. */
  readonly address: string
  readonly name: string
  readonly version: string
}

/** Predefined lookup keys about the caller and the instance. Values with which someone could act as the caller are private. */
export function builtInLookups({ user, role, app, token }: Caller, instance: InstanceFacts): LookupKey[] {
  const own = {
    'user.name': user?.name,
    'user.display_name': user?.name,
    'user.username': user?.username,
    'user.first_name': user?.first_name,
    'user.last_name': user?.last_name,
    'user.email': user?.email,
    'user.last_login_date': user?.last_login_date,
    'user.ldap_username': user?.ldap_username,
    'role.name': role?.name,
  }
  const secret = { 'session.id': token, 'session.token': token, 'app.api_key': app?.api_key }
  const ids = { 'user.id': user?.id, 'user.is_sys_admin': user?.is_sys_admin, 'role.id': role?.id, 'app.id': app?.id }
  return [
    ...keysOf(ids, 'trusted'),
    ...keysOf(own, 'personal'),
    ...instanceLookups(instance),
    ...keysOf(secret, 'trusted', true),
  ]
}

/** Predefined lookup keys about the instance. */
export function instanceLookups(instance: InstanceFacts): LookupKey[] {
  const facts = {
    'df.host_url': instance.address,
    'df.name': instance.name,
    'df.version': instance.version,
    'df.api_version': '2',
    'df.confirm_invite_url': `${instance.address}/user-invite`,
    'df.confirm_register_url': `${instance.address}/register-confirm`,
    'df.confirm_reset_url': `${instance.address}/reset-password`,
  }
  return keysOf(facts, 'trusted')
}

function keysOf(values: Readonly<Record<string, unknown>>, trust: LookupKey['trust'], hidden = false): LookupKey[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value: String(value), private: hidden, trust }],
  )
}
