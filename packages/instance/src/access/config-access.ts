import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../request/caller.ts'
import { requireFullAdmin } from './full-admin.ts'

/**
 * The caller as who configuration is read and applied: a full administrator, or the owner of an access token with the scope, whose
 * writes are still those of a program. With the scope `config:programs`, applies write scripts and tasks too. Throws 403 for others (docs/wire/config.md).
 */
export function requireConfigAccess({ caller }: { readonly caller: Caller }, applies: boolean): Caller {
  const { program } = caller
  if (program?.kind !== 'access token') {
    requireFullAdmin(caller, onlyFull)
    return caller
  }
  const { name, scopes, owner } = program
  const scope = applies ? 'config:apply' : 'config:plan'
  if (!scopes.includes(scope) && !scopes.includes('config:apply'))
    throw new Problem(403, `Access Forbidden. The access token '${name}' lacks the scope '${scope}'.`)
  requireFullAdmin(owner, onlyFull)
  // A token for plans alone writes nothing, and says nothing about the one that will apply.
  const writesPrograms = scopes.includes('config:programs') || !scopes.includes('config:apply')
  return { ...owner, program: { ...program, writesPrograms } }
}

const onlyFull = 'Only full administrators can read and apply configuration.'
