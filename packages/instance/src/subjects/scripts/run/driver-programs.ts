import { readFileSync } from 'node:fs'
import { apiKeyHeader } from '@millwright/contract/headers'

/** The build places these files next to the bundle (tools/build/build-program.ts). */
const textOf = (name: string) => readFileSync(new URL(`./drivers/${name}`, import.meta.url), 'utf8')

/** The driver for Python scripts, for `python -c`. */
export const pythonDriver = () => textOf('driver.py')

/** The driver for PHP scripts, for `php -r`. */
export function phpDriver(): string {
  return `eval(<<<'PHP'\n${exceptions()}\nPHP\n);\n${withoutTag(textOf('driver.php'))}`
}

/** PHP class names are case-insensitive; the first part of their namespace is that of the API's headers. */
function exceptions(): string {
  const namespace = `${apiKeyHeader.split('-')[1]}\\Core\\Exceptions`
  return withoutTag(textOf('exceptions.php')).replace('namespace Exceptions;', () => `namespace ${namespace};`)
}

const withoutTag = (text: string) => text.replace('<?php\n', '')
