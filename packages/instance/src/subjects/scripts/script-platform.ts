import type { ScriptPlatform } from '../../gateway/ports/script-runner.ts'
import type { Lookups } from '../../platform/lookup-substitution.ts'
import type { Config } from '../../platform/settings/config.ts'
import { version } from '../../platform/version.ts'
import type { Caller } from '../../request/caller.ts'

/**
 * What scripts find as `platform.session` and `platform.config` (docs/wire/scripts.md): no tokens, keys or private lookup values, as they
 * call the API as their caller without. `own`: the settings of the script. A script whose author's rights narrow the caller's
 * is told no more of the caller than their number.
 */
export function scriptPlatform(caller: Caller, lookups: Lookups, config: Config, own: unknown): ScriptPlatform {
  const { role, app, narrowedBy } = caller
  return {
    session: {
      user: narrowedBy === undefined ? userOf(caller) : strangerOf(caller),
      // Scripts read `role.name` of whoever calls, administrators without a role among them.
      role: role === null || role.id === 0 ? {} : { id: role.id, name: role.name },
      app: app === null ? null : { id: app.id, name: app.name },
      lookup: Object.fromEntries(lookups.open),
    },
    config: {
      version,
      instance_name: config.console.name ?? null,
      api_version: '2.0',
      script: own ?? null,
    },
  }
}

function userOf({ user }: Caller) {
  if (user === null) return null
  const { id, name, username, first_name, last_name, email, is_sys_admin } = user
  return { id, name, username, first_name, last_name, email, is_sys_admin }
}

function strangerOf({ user }: Caller) {
  if (user === null) return null
  const nothing = { name: null, username: null, first_name: null, last_name: null, email: null, is_sys_admin: false }
  return { id: user.id, ...nothing }
}
