import { type Setting, settings } from '@millwright/instance/platform/settings/settings'

/** docs/settings.md, from the program's own list. */
export function settingsPage(): string {
  const list: readonly Setting[] = Object.values(settings)
  return [
    '# Settings',
    '',
    'Every setting is a variable of the environment and a flag of `millwright serve`; the flag wins. All are optional.',
    'A switch takes `1` or `0` in the environment; as a flag it stands alone, with `--no-` before its name to turn it off.',
    '',
    '| Variable | Flag | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...list.map(row),
    '',
    '`npm start` takes the flags after two dashes: `npm start -- --port 9000 --data /var/lib/millwright`.',
    '',
  ].join('\n')
}

function row({ variable, flag, value, fallback, meaning }: Setting): string {
  const written = value === undefined ? `--${flag}` : `--${flag} ${value}`
  const cells = [`\`${variable}\``, `\`${written}\``, fallback === '' ? '' : `\`${fallback}\``, meaning]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
