import type { AnyAuthMethod, AuthenticationType } from 'ssh2'
import type { SignInKey } from './sftp-key.ts'
import type { SftpSettings } from './sftp-settings.ts'

/**
 * The next way in which a service signs in at a server, false when none is left. `left`: what the server would take, null before it was
 * asked; `isPartial`: the last way was right, and the server wants another one besides.
 *
 * With a key the password goes to the server only where that wants it besides the key, and never where it opened the key.
 */
export function signInSteps({ username, password }: SftpSettings, key: SignInKey | null) {
  const ways: AnyAuthMethod[] = []
  if (key !== null) ways.push({ type: 'publickey', username, key: key.key })
  if (password !== null && key?.wasLocked !== true) ways.push(...byPassword(username, password))
  let keyCounted = key === null
  return (left: readonly AuthenticationType[] | null, isPartial: boolean | null): AnyAuthMethod | false => {
    if (left === null) return { type: 'none', username }
    if (isPartial === true) keyCounted = true
    const next = ways.findIndex(({ type }) => left.includes(type) && (keyCounted || type === 'publickey'))
    return ways.splice(next, next < 0 ? 0 : 1)[0] ?? false
  }
}

/** Servers that ask questions ask for the password. */
function byPassword(username: string, password: string): AnyAuthMethod[] {
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)),
    },
  ]
}
