import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Client } from 'ldapts'
import { directoryUnavailable, resultCode, wantsEncryption, withDirectory } from './directory-client.ts'
import { type DirectorySettings, directName, personFilter } from './directory-settings.ts'
import { findEntry, membershipsOf, type PersonEntry } from './person-entry.ts'

export interface ProvedPerson {
  readonly entry: PersonEntry
  /** Distinguished names, the nearest first. */
  readonly groups: readonly string[]
}

/**
 * Signs in with a name and a password and returns the person's entry. Throws the same 401 for an unknown name and a wrong
 * password, and a specific 401 if the password is right but the account may not be used now.
 */
export async function checkPassword(
  username: string,
  password: string,
  settings: DirectorySettings,
): Promise<ProvedPerson> {
  // A bind with a name but no password is an unauthenticated bind, which must not count as a sign-in (RFC 4513, 5.1.2).
  if (username.trim() === '' || password === '' || username.length > 256) throw wrong()
  const name = directName(username, settings)
  return name === null ? searched(username, password, settings) : direct(name, username, password, settings)
}

/** Binds as the person, who then reads their own entry. */
function direct(name: string, username: string, password: string, settings: DirectorySettings): Promise<ProvedPerson> {
  return withDirectory(settings, async (client) => {
    await bind(client, name, password, bindRefusal)
    const isEntry = settings.nameTemplate !== null && name.includes('=')
    const entry = isEntry
      ? await findEntry(client, name, 'base', '(objectClass=*)')
      : await findEntry(client, settings.baseDn, 'sub', personFilter(username, settings))
    if (entry === null) throw wrong()
    return { entry, groups: await membershipsOf(client, entry, settings) }
  })
}

/** Finds the person with the search account, which can also read groups, and checks the password on a separate connection. */
function searched(username: string, password: string, settings: DirectorySettings): Promise<ProvedPerson> {
  return withDirectory(settings, async (client) => {
    await bindSearcher(client, settings)
    const entry = await findEntry(client, settings.baseDn, 'sub', personFilter(username, settings))
    // Binds for unknown names as well, so that response times do not reveal which names exist.
    const name = entry?.dn ?? `cn=${randomUUID()},${settings.baseDn}`
    await withDirectory(settings, (own) => bind(own, name, password, bindRefusal))
    if (entry === null) throw wrong()
    return { entry, groups: await membershipsOf(client, entry, settings) }
  })
}

/** Binds with the search account; throws a 503 if the directory rejects it. */
export async function bindSearcher(client: Client, settings: DirectorySettings): Promise<void> {
  if (settings.searcher === null) return
  const { name, password } = settings.searcher
  const full = name.includes('=') ? name : directName(name, { ...settings, searcher: null, nameTemplate: null })
  await bind(client, full ?? name, password, () =>
    directoryUnavailable(settings, 'it refuses the username or password of the service.'),
  )
}

async function bind(client: Client, name: string, password: string, refusal: typeof bindRefusal): Promise<void> {
  // The library treats some plain names as SASL mechanisms, which could bind without the password.
  if (!/[=@\\]/.test(name)) throw refusal(null)
  try {
    await client.bind(name, password)
  } catch (error) {
    const code = resultCode(error)
    throw code === null || wantsEncryption.has(code) ? error : refusal(error)
  }
}

/** Account conditions that Active Directory reports with a correct password, by the code in its message. */
const conditions: Readonly<Record<string, string>> = {
  '530': 'This account may not sign in at this time.',
  '531': 'This account may not sign in from here.',
  '532': 'The password of this account has expired. Set a new one in the directory.',
  '533': 'This account is disabled in the directory.',
  '701': 'This account has expired in the directory.',
  '773': 'The password of this account must be changed in the directory first.',
}

export function bindRefusal(error: unknown): Problem {
  const [, code = ''] = /\bdata ([\da-f]+)\b/i.exec(error instanceof Error ? error.message : '') ?? []
  const condition = conditions[code]
  return condition === undefined ? wrong() : new Problem(401, condition)
}

const wrong = () => new Problem(401, 'Invalid credentials supplied.')
