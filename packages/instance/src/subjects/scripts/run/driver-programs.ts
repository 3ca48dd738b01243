import { readFileSync } from 'node:fs'
import { apiKeyHeader } from '@millwright/contract/headers'

/** The build of the program puts these files beside its own (tools/build/build-program.ts). */
const textOf = (name: string) => readFileSync(new URL(`./drivers/${name}`, import.meta.url), 'utf8')

/** The program of a process for Python scripts, as `python -c` takes it. */
export const pythonDriver = () => textOf('driver.py')

/** The program of a process for PHP scripts, as `php -r` takes it. */
export function phpDriver(): string {
  return `eval(<<<'PHP'\n${exceptions()}\nPHP\n);\n${withoutTag(textOf('driver.php'))}`
}

/** PHP knows classes in any case; the first part of their namespace is that of the wire's headers. */
function exceptions(): string {
  const namespace = `${apiKeyHeader.split('-')[1]}\\Core\\Exceptions`
  return withoutTag(textOf('exceptions.php')).replace('namespace Exceptions;', () => `namespace ${namespace};`)
}

const withoutTag = (text: string) => text.replace('<?php\n', '')
