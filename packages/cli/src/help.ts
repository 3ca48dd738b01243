import { type Setting, settings } from '@millwright/instance/platform/settings/settings'
import { commands } from './commands.ts'

const width = 34

/** Returns the output of `--help`. */
export function help(): string {
  const list: readonly Setting[] = Object.values(settings)
  return [
    'Usage',
    ...Object.values(commands).flatMap(({ usage, meaning }) => [`  millwright ${usage}`, `      ${meaning}`]),
    '',
    'Options, each also an environment variable',
    ...list.flatMap(option),
    '',
    '  --help, --version',
  ].join('\n')
}

function option({ flag, value, variable, meaning, fallback }: Setting): string[] {
  const form = value === undefined ? `--${fallback === '1' ? 'no-' : ''}${flag}` : `--${flag} ${value}`
  const described = value === undefined || fallback === '' ? meaning : `${meaning} Default: ${fallback}`
  return [`  ${form.padEnd(width)} ${variable}`, `      ${described}`]
}
