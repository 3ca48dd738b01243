import { secretFileVariables } from '@millwright/instance/platform/settings/environment-settings'
import { type Setting, settings } from '@millwright/instance/platform/settings/settings'

/** Generates docs/settings.md from the program's list of settings. */
export function settingsPage(): string {
  const list: readonly Setting[] = Object.values(settings)
  return [
    '# Settings',
    '',
    'Every setting is an environment variable and a flag of `millwright serve`; the flag takes precedence. All are optional.',
    'A switch is `1` or `0` in the environment; as a flag it takes no value, and `--no-` before its name turns it off.',
    '',
    '| Variable | Flag | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...list.map(row),
    '',
    'A setting that is or may contain a secret can be read from a file, as Docker and Kubernetes provide secrets: the variable with `_FILE` at its end',
    `names the file (${secretFileVariables.map((name) => `\`${name}\``).join(', ')}). Secrets in flags are visible in the list of processes.`,
    '',
    'Commands that ask another instance take its [access token](wire/access-tokens.md) from `MILLWRIGHT_TOKEN`, or `--token`.',
    '',
    'With `npm start`, put flags after `--`: `npm start -- --port 9000 --data /var/lib/millwright`.',
    '',
  ].join('\n')
}

function row({ variable, flag, value, fallback, meaning }: Setting): string {
  const written = value === undefined ? `--${flag}` : `--${flag} ${value}`
  const cells = [`\`${variable}\``, `\`${written}\``, fallback === '' ? '' : `\`${fallback}\``, meaning]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
