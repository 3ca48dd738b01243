import type { Caller } from '../access/caller.ts'
import type { Lookups } from '../access/lookup-substitution.ts'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import type { ScriptPlatform } from './run/script-runner.ts'

/**
 * What scripts find as `platform.session` and `platform.config` (docs/wire/scripts.md): no tokens, keys or private lookup values, as they
 * call the API as their caller without. `own`: the settings of the script.
 */
export function scriptPlatform(caller: Caller, lookups: Lookups, config: Config, own: unknown): ScriptPlatform {
  const { user, role, app } = caller
  return {
    session: {
      user:
        user === null
          ? null
          : {
              id: user.id,
              name: user.name,
              username: user.username,
              first_name: user.first_name,
              last_name: user.last_name,
              email: user.email,
              is_sys_admin: user.is_sys_admin,
            },
      role: role === null ? null : { id: role.id, name: role.name },
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
