import { afterAll, describe, expect, it } from 'vitest'
import type { CallApi, ScriptJob, ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'
import { resultOf } from '../script-result.ts'
import { createScriptRunner } from './create-script-runner.ts'

const runner = createScriptRunner({
  bounds: { time: 10_000, memory: 48, calls: 20 },
  processes: 4,
  hidden: import.meta.dirname,
})
// allowed: which interpreters this machine has decides what is skipped
const versions = new Map((await runner.languages()).map(({ name, version }) => [name, version]))
afterAll(() => runner.close())

const echo: CallApi = async ({ verb, path, payload, headers, parameters }) => ({
  status: 201,
  contentType: 'application/json; charset=utf-8',
  headers: { 'x-seen': 'yes' },
  body: JSON.stringify({ verb, path, payload, headers, parameters }),
})

function job(language: ScriptLanguage, source: string, more: Partial<ScriptJob> = {}): ScriptJob {
  const request = { method: 'POST', parameters: {}, payload: { resource: [{ first_name: 'Ada' }] } }
  return {
    language,
    source,
    name: 'db._table.contact.post.pre_process',
    event: { request, resource: 'contact' },
    platform: { session: { user: { id: 7 } }, config: { script: { limit: 3 } } },
    api: echo,
    depth: 0,
    ...more,
  }
}

async function failure(made: ScriptJob) {
  const run = await runner.run(made)
  if (run.ok) throw new Error(`It did not fail: ${JSON.stringify(run)}`)
  return run.error
}

interface Samples {
  readonly fails: readonly (readonly [what: string, source: string, error: Readonly<Record<string, unknown>>])[]
  readonly refused: readonly string[]
  /** Returns the attempts that nothing prevented. */
  readonly attempt: string
  readonly loop: string
  readonly memory: string
  readonly exit: string
  readonly flood: string
  readonly changes: string
  readonly calls: string
  readonly endless: string
  readonly leave: string
  readonly look: string
}

const python: Samples = {
  fails: [
    [
      'what it raises, with the line',
      "\nraise ValueError('last_name is missing')",
      { kind: 'thrown', message: 'last_name is missing', line: 2 },
    ],
    ['a status', "class No(Exception):\n  status_code = 422\nraise No('no')", { status: 422 }],
    ['what cannot be read', 'if True', { kind: 'syntax', line: 1 }],
    ['what no JSON can say', "return float('nan')", { kind: 'thrown' }],
    [
      'a value that cannot be shown',
      'class No(Exception):\n  def __str__(self): raise self\nraise No()',
      { message: 'No', line: 3 },
    ],
  ],
  refused: [
    "open('/etc/passwd').read()",
    "import io\nio.FileIO('/proc/self/environ').read()",
    "import os\nos.open('/tmp/left-behind', os.O_CREAT | os.O_WRONLY)",
    "import os\nos.listdir('/')",
    "import os\nos.system('true')",
    'import os\nos.fork()',
    'import os, signal\nos.kill(os.getppid(), signal.SIGKILL)',
    'import subprocess',
    "import socket\nsocket.create_connection(('127.0.0.1', 8080))",
    'import socket\nsocket.getaddrinfo("localhost", 80)',
    'import ctypes',
    'import _ctypes',
    'import gc',
    'import threading\nthreading.Thread(target=print).start()',
    "try:\n  open('/etc/passwd')\nexcept Exception as error:\n  frame = error.__traceback__.tb_next.tb_frame\n  frame.f_globals['guard'].__code__ = (lambda name, given: None).__code__",
    "import builtins, sys\nbuiltins.PermissionError = lambda text: None\nopen('/etc/passwd')",
    "import sys\nfrom importlib import _bootstrap, machinery\n_bootstrap._imp.create_builtin(machinery.ModuleSpec('posix', None)).pidfd_open",
    "import sys, importlib.machinery as m\npath = sys.path[-1] + '/x'\nm.ExtensionFileLoader('x._posixsubprocess', path).create_module(m.ModuleSpec('x._posixsubprocess', None, origin=path))",
    'import sys\ndel sys.modules["posix"]\nimport posix',
    "import sys\nopen(sys.path[-1] + '/../../../../../../../etc/passwd')",
  ],
  attempt:
    'event.allowed = []\nfor each in event.attempts:\n  try:\n    exec(each, {})\n    event.allowed.append(each)\n  except Exception: pass',
  loop: 'while True: pass',
  memory: "all = []\nwhile True: all.append('x' * 10000000)",
  exit: 'import sys\nsys.exit(0)',
  flood: "for i in range(100000): print('flood', i)",
  changes:
    "for row in event.request.payload.resource:\n  row.source = 'web'\nevent['user'] = platform.session.user.id\nevent.limit = platform.config['script']['limit']\nprint('seen', event.resource)",
  calls:
    "r = platform.api.post('db/_table/contact', {'a': 1}, {'headers': {'X-A': 1}, 'parameters': {'limit': 2}})\nimport json\nreturn [json.loads(r.read()), r.status_code, r.headers, platform.api.get('system/role').content.path]",
  endless: "while True: platform.api.get('db')",
  leave: 'kept = 1\nglobal more\nmore = 1',
  look: "return ['kept' in globals(), 'more' in globals(), len(__import__('os').environ)]",
}

const php: Samples = {
  fails: [
    [
      'what it throws, with the line',
      "<?php\nthrow new Exception('last_name is missing');",
      { kind: 'thrown', message: 'last_name is missing', line: 2 },
    ],
    ['a status', "throw new Exception('no', 422);", { status: 422, code: 422 }],
    ['what cannot be read', '\n$a = ;', { kind: 'syntax', line: 2 }],
    ['what no JSON can say', 'return NAN;', { kind: 'thrown' }],
    ['a call of nothing', 'nothing();', { kind: 'thrown', message: 'Call to undefined function nothing()' }],
  ],
  refused: [
    "return file_get_contents('/etc/passwd');",
    "foreach (new DirectoryIterator('/') as $one) return 1;",
    "include '/etc/passwd'; throw new Exception('not included');",
    "$f = new SplFileObject('/tmp/left-behind', 'w');",
    "exec('true');",
    'return `true`;',
    "proc_open('true', [], $pipes);",
    'pcntl_fork();',
    'posix_kill(posix_getppid(), 9);',
    "fsockopen('127.0.0.1', 8080);",
    "stream_socket_client('tcp://127.0.0.1:8080');",
    "ini_set('open_basedir', '/');",
    "putenv('PATH=/bin');",
    'return FFI::cdef("int getpid();");',
  ],
  attempt:
    '$event["allowed"] = []; foreach ($event["attempts"] as $each) try { eval($each); $event["allowed"][] = $each; } catch (Throwable $refused) {}',
  loop: 'while (true) {}',
  memory: "$all = []; while (true) $all[] = str_repeat('x', 1000000);",
  exit: 'exit(0);',
  flood: "for ($i = 0; $i < 100000; $i++) echo 'flood ', $i, PHP_EOL;",
  changes:
    "foreach ($event['request']['payload']['resource'] as &$row) $row['source'] = 'web';\n$event['user'] = $platform['session']['user']['id'];\n$event['limit'] = $platform['config']['script']['limit'];\necho 'seen ', $event['resource'], \"\\n\";",
  calls:
    "$api = $platform['api']; $post = $api->post;\n$r = $post('db/_table/contact', ['a' => 1], ['headers' => ['X-A' => 1], 'parameters' => ['limit' => 2]]);\nreturn [$r['content'], $r['status_code'], $r['headers'], $api->get('system/role')['content']['path']];",
  endless: "while (true) $platform['api']->get('db');",
  leave: '$kept = 1; function more() { return 1; }',
  look: "return [isset($kept), function_exists('more') && isset($more), count(getenv_or_none())]; function getenv_or_none() { return $_ENV; }",
}

const sampleOf = new Map<ScriptLanguage, Samples>([
  ['python3', python],
  ['php', php],
])

describe.each([...sampleOf])('scripts in %s', (language, samples) => {
  const missing = !versions.get(language)
  const script = (source: string, more?: Partial<ScriptJob>) => job(language, source, more)
  const stillServes = async () => expect(await runner.run(script(''))).toMatchObject({ ok: true })

  it.skipIf(missing).each(samples.fails)('fail by %s', async (_what, source, error) => {
    expect(await failure(script(source))).toMatchObject(error)
  })

  it.skipIf(missing)('have no access to files, processes, sockets, native code or known workarounds', async () => {
    const attempts = await runner.run(script(samples.attempt, { event: { attempts: samples.refused } }))
    expect(attempts).toMatchObject({ ok: true, event: { allowed: [], attempts: samples.refused } })
  })

  it.skipIf(missing)('are terminated for an endless loop, too much memory, exiting, or endless calls', async () => {
    expect(await failure(script(samples.loop, { bounds: { time: 400 } }))).toMatchObject({ kind: 'time', status: 504 })
    expect(await failure(script(samples.memory))).toMatchObject({
      kind: 'memory',
      message: expect.stringContaining('48 MB'),
    })
    expect(await failure(script(samples.exit))).toMatchObject({ message: 'The script ended itself.' })
    expect(await failure(script(samples.endless))).toMatchObject({ kind: 'calls' })
    await stillServes()
  })

  it.skipIf(missing)('keep the beginning of excessive output', async () => {
    const run = await runner.run(script(samples.flood))
    expect(run.ok).toBe(true)
    expect(run.output.length).toBeLessThan(70_000)
    expect(run.output).toMatch(/^flood 0\nflood 1\n/)
  })

  it.skipIf(missing)('see no data of other scripts, and no environment', async () => {
    await runner.run(script(samples.leave))
    expect(await runner.run(script(samples.look))).toMatchObject({ ok: true, returned: [false, false, 0] })
  })

  it.skipIf(missing)('see the event, the session and the settings, and change the event', async () => {
    expect(await runner.run(script(samples.changes))).toMatchObject({
      ok: true,
      output: 'seen contact\n',
      event: {
        user: 7,
        limit: 3,
        request: { parameters: {}, payload: { resource: [{ first_name: 'Ada', source: 'web' }] } },
      },
    })
  })

  it.skipIf(missing)('call the API and receive its responses', async () => {
    expect(resultOf(await runner.run(script(samples.calls)))).toEqual([
      {
        verb: 'POST',
        path: 'db/_table/contact',
        payload: { a: 1 },
        headers: { 'X-A': '1' },
        parameters: { limit: '2' },
      },
      201,
      { 'x-seen': 'yes' },
      'system/role',
    ])
  })

  it.skipIf(missing)('run twice with their declarations, and many at once', async () => {
    const source =
      samples === php ? 'function twice() { return 2; } return twice();' : 'def twice():\n  return 2\nreturn twice()'
    const runs = await Promise.all(Array.from({ length: 12 }, () => runner.run(script(source))))
    expect(runs.map(resultOf)).toEqual(runs.map(() => 2))
  })
})
