import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { apiKeyHeader } from '@millwright/contract/headers'
import type { ScriptWeakness } from '@millwright/contract/wire/environment'
import type { ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'
import { longestOutput, nodeDriver } from './drivers/node-driver.ts'

/** Functions that scripts do not need to process values: files, processes, sockets, settings. */
const closedToPhp = `
  exec shell_exec system passthru popen proc_open proc_close proc_terminate proc_get_status proc_nice
  dl putenv getenv apache_setenv mail error_log syslog openlog closelog phpinfo php_uname sys_getloadavg get_cfg_var
  ini_set ini_alter ini_restore ini_get_all set_time_limit ignore_user_abort set_include_path chdir chroot getcwd
  fsockopen pfsockopen stream_socket_client stream_socket_server stream_socket_pair stream_socket_accept
  stream_wrapper_register stream_wrapper_restore stream_wrapper_unregister stream_context_create stream_get_transports
  gethostbyname gethostbynamel gethostbyaddr dns_get_record dns_get_mx dns_check_record checkdnsrr getmxrr
  fopen file readfile file_get_contents file_put_contents parse_ini_file show_source highlight_file php_strip_whitespace
  opendir scandir dir glob mkdir rmdir unlink rename copy symlink link readlink linkinfo tempnam tmpfile touch chmod
  chown chgrp lchown lchgrp realpath disk_free_space disk_total_space move_uploaded_file fscanf ftok sem_get shm_attach
  pcntl_fork pcntl_exec pcntl_signal pcntl_alarm pcntl_wait pcntl_waitpid pcntl_unshare pcntl_rfork pcntl_setpriority
  pcntl_async_signals pcntl_signal_dispatch pcntl_sigprocmask posix_kill posix_getpwuid posix_setuid posix_mkfifo
  socket_create socket_create_listen socket_create_pair socket_import_stream curl_init curl_exec curl_multi_init
  openssl_pkey_get_private openssl_x509_read libxml_set_external_entity_loader simplexml_load_file
  cli_set_process_title
`
  .trim()
  .split(/\s+/)

/** The build places these files next to the bundle (tools/build/build-program.ts). */
const textOf = (name: string) => readFileSync(new URL(`./drivers/${name}`, import.meta.url), 'utf8')

/** The driver for Python scripts, for `python -c`. */
const pythonDriver = () => textOf('driver.py')

/** The driver for PHP scripts, for `php -r`. */
function phpDriver(): string {
  return `eval(<<<'PHP'\n${exceptions()}\nPHP\n);\n${withoutTag(textOf('driver.php'))}`
}

/** PHP class names are case-insensitive; the first part of their namespace is that of the API's headers. */
function exceptions(): string {
  const namespace = `${apiKeyHeader.split('-')[1]}\\Core\\Exceptions`
  return withoutTag(textOf('exceptions.php')).replace('namespace Exceptions;', () => `namespace ${namespace};`)
}

const withoutTag = (text: string) => text.replace('<?php\n', '')

/** How to start a process that runs scripts. */
export interface Launch {
  readonly version: string
  /** What its sandbox cannot prevent on this machine, so that only the interpreter does. */
  readonly weaknesses: readonly ScriptWeakness[]
  /** `memory`: megabytes for a script. `seconds`: CPU time after which the process is killed. */
  command(memory: number, seconds: number): readonly string[]
}

const run = promisify(execFile)
const patience = { timeout: 10_000, env: { PATH: process.env.PATH ?? '' } }

interface Interpreter {
  /** Returns the path of the program and its version, or throws. */
  find(): Promise<readonly [path: string, version: string]>
  /** Arguments of the program, ending with the driver. */
  arguments(memory: number): readonly string[]
  /** Whether its data segment can be limited with `ulimit -d`; Node.js reserves more than it uses. */
  readonly dataBound: boolean
  /** Arguments for checking that it starts. */
  readonly probeArguments: readonly string[]
}

const python = (name: string): Interpreter => ({
  async find() {
    const tell = 'import sys;print(sys.executable);print(".".join(map(str,sys.version_info[:3])))'
    const [path, version] = await lines(name, ['-I', '-S', '-c', tell])
    if (!version.startsWith('3.')) throw new Error(`${name} is Python ${version}.`)
    return [path, version]
  },
  arguments: () => ['-I', '-S', '-B', '-u', '-c', pythonDriver(), String(longestOutput)],
  dataBound: true,
  probeArguments: ['-I', '-S', '-c', 'pass'],
})

const interpreters: Readonly<Record<ScriptLanguage, Interpreter>> = {
  nodejs: {
    find: async () => [process.execPath, process.versions.node],
    arguments: (memory) => [
      '--permission',
      '--disallow-code-generation-from-strings',
      '--frozen-intrinsics',
      '--no-warnings',
      '--no-addons',
      `--max-old-space-size=${memory}`,
      '--max-semi-space-size=8',
      '-e',
      nodeDriver,
    ],
    dataBound: false,
    probeArguments: ['--version'],
  },
  php: {
    find: () => lines('php', ['-n', '-r', 'echo PHP_BINARY, "\\n", PHP_VERSION, "\\n";']),
    arguments: (memory) => [
      '-n',
      '-d',
      `memory_limit=${memory}M`,
      '-d',
      'open_basedir=/nonexistent',
      '-d',
      'allow_url_fopen=0',
      '-d',
      `disable_functions=${closedToPhp.join(',')}`,
      '-d',
      'html_errors=0',
      '-d',
      'log_errors=0',
      '-d',
      'display_errors=stderr',
      '-d',
      'max_execution_time=0',
      '-d',
      'error_reporting=22527',
      '-r',
      phpDriver(),
      '--',
      String(longestOutput),
    ],
    dataBound: true,
    probeArguments: ['-n', '-r', ''],
  },
  python: python('python'),
  python3: python('python3'),
}

/**
 * Finds the interpreter of a language, and the strictest sandbox that this machine supports; `null` if there is no interpreter.
 * `hidden`: a folder that is empty for scripts, where the kernel supports it.
 */
export async function findLaunch(language: ScriptLanguage, hidden: string): Promise<Launch | null> {
  const interpreter = interpreters[language]
  try {
    const [path, version] = await interpreter.find()
    const confinement = await strictest([path, ...interpreter.probeArguments], hidden)
    return {
      version,
      weaknesses: weaknessesOf(confinement),
      command(memory, seconds) {
        // Without a CPU limit, an orphaned process would run forever.
        const bounds = ['ulimit -c 0', 'ulimit -f 0', `ulimit -t ${seconds}`]
        if (interpreter.dataBound) bounds.push(`ulimit -d ${(memory + dataOfInterpreter) * 1024}`)
        const shell = `${bounds.join('; ')}; unset PWD OLDPWD; exec "$@"`
        return [...confinement, '/bin/sh', '-c', shell, 'sh', path, ...interpreter.arguments(memory)]
      },
    }
  } catch {
    return null
  }
}

/** Megabytes that an interpreter itself uses. */
const dataOfInterpreter = 64

/** Command prefixes, from the strictest sandbox to none. */
function confinements(hidden: string): readonly (readonly string[])[] {
  const alone = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL']
  const powerless = [...alone, '--bounding-set', '-all', '--inh-caps', '-all']
  const apart = ['unshare', '--net', '--ipc']
  const cover = ['/bin/sh', '-c', 'mount -t tmpfs -o size=4k,mode=0 none "$0" && exec "$@"', hidden]
  if (process.getuid?.() !== 0) {
    return [
      [...apart, '--mount', '--map-root-user', '--', ...cover, ...powerless, '--'],
      [...apart, '--map-current-user', '--', ...alone, '--'],
      [...alone, '--'],
      [],
    ]
  }
  const nobody = [...alone, '--reuid', '65534', '--regid', '65534', '--clear-groups']
  return [
    ...[nobody, powerless].flatMap((less) => [
      [...apart, '--mount', '--', ...cover, ...less, '--'],
      [...apart, '--', ...less, '--'],
      [...less, '--'],
    ]),
    [...alone, '--'],
    [],
  ]
}

/** The program or option that prevents each. */
const preventions: readonly (readonly [means: string, weakness: ScriptWeakness])[] = [
  ['setpriv', 'processes'],
  ['unshare', 'network'],
  ['--mount', 'data_folder'],
]

const weaknessesOf = (prefix: readonly string[]): readonly ScriptWeakness[] =>
  preventions.flatMap(([means, weakness]) => (prefix.includes(means) ? [] : [weakness]))

/** Ends of a sentence about scripts. */
const deeds: Readonly<Record<ScriptWeakness, string>> = {
  processes: 'outlive this program',
  network: 'use the network',
  data_folder: 'see the data folder',
}

/** A sentence for the operator about weaknesses; `null` without any. */
export function weakIsolation(weaknesses: Launch['weaknesses']): string | null {
  if (weaknesses.length === 0) return null
  const could = weaknesses.map((each) => deeds[each]).join(', ')
  return `Only their interpreter keeps scripts from what they could otherwise do here: ${could}. Install unshare and setpriv (util-linux), and let this user create namespaces.`
}

async function strictest(look: readonly string[], hidden: string): Promise<readonly string[]> {
  for (const prefix of confinements(resolve(hidden))) {
    const [program = '', ...rest] = [...prefix, '/bin/sh', '-c', 'exec "$@"', 'sh', ...look]
    try {
      await run(program, rest, { ...patience, cwd: '/' })
      return prefix
    } catch {
      // This machine does not permit it or lacks the program.
    }
  }
  throw new Error('The interpreter does not start.')
}

async function lines(program: string, programArguments: readonly string[]): Promise<readonly [string, string]> {
  const { stdout } = await run(program, programArguments, patience)
  const [first = '', second = ''] = stdout.split('\n')
  if (first === '') throw new Error(`${program} does not say where it is.`)
  return [first, second]
}
