import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether programs can be run with replaced system files, which requires root on Linux. */
export const canHavePrivateView = canUnshare()

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A system user that exists only inside the private view. */
export const viewUser = { username: 'tester', password: 'pass word', id: 64_321 }

/** `pass word`, hashed by crypt(3). */
const hashed = '$1$tester$127k9xeLujr7OcwW/NKUv.'

const accountsOnly = [
  // Without the delay of a few seconds after a wrong password.
  'auth required pam_unix.so nodelay',
  'account required pam_unix.so',
  'session required pam_permit.so',
].join('\n')

/**
 * A command that runs a program in its own mount namespace, in which the system has one more user, `/run` contains only
 * `runFolder` and the user's `home`, and the PAM service `pam` knows the system's users. Nothing of it remains after the
 * program has ended.
 */
export async function inPrivateView(
  command: readonly string[],
  { folder, home, pam, runFolder }: { folder: string; home: string; pam: string; runFolder: string },
): Promise<readonly string[]> {
  const { username, id } = viewUser
  const files = {
    passwd: `${await readFile('/etc/passwd', 'utf8')}${username}:x:${id}:${id}::${home}:/bin/sh\n`,
    group: `${await readFile('/etc/group', 'utf8')}${username}:x:${id}:\n`,
    shadow: `${username}:${hashed}:19000:0:99999:7:::\n`,
    pam: `${accountsOnly}\n`,
  }
  const view = join(folder, 'view')
  await mkdir(view, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(view, name), text, { mode: 0o644 })
  const script = [
    'set -e',
    'mount -t tmpfs -o mode=755 tmpfs /run',
    `mkdir -p /run/${runFolder} /run/home`,
    `mount --bind '${home}' /run/home`,
    ...['passwd', 'group', 'shadow'].map((name) => `mount --bind "$0/${name}" /etc/${name}`),
    `mount --bind "$0/pam" /etc/pam.d/${pam}`,
    'exec "$@"',
  ]
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script.join('\n'), view, ...command]
}
