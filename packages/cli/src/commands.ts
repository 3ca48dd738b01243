import type { Invocation } from './flags.ts'

export interface Command {
  /** Words and operands after the program's name, as shown by help. */
  readonly usage: string
  readonly meaning: string
  /** Number of required operands, and the error message if there are fewer. */
  readonly operands?: { readonly count: number; readonly missing: string }
  /** Returns the exit code. Throws a `UsageError` for an invalid command line, otherwise an error with a one-sentence message. */
  run(invocation: Invocation): Promise<number>
}

/** Commands by their words. Each loads its code when run, so that the others start without it. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: '[serve] [options]',
    meaning: 'run an instance with its console',
    async run({ flags, env, consoleFolder, print }) {
      const { serveInstance } = await import('./serving.ts')
      return serveInstance(flags, env, consoleFolder, print)
    },
  },
  console: {
    usage: 'console --instance URL --api-key KEY',
    meaning: 'run the console in front of an instance elsewhere',
    async run({ flags, env, consoleFolder, print }) {
      const { serveConsoleAlone } = await import('./serving.ts')
      return serveConsoleAlone(flags, env, consoleFolder, print)
    },
  },
  doctor: {
    usage: 'doctor',
    meaning: 'check whether an instance can run with these settings; exit code 1 if a check fails',
    async run(invocation) {
      const { doctor } = await import('./operating.ts')
      return doctor(invocation)
    },
  },
  migrate: {
    usage: 'migrate',
    meaning: 'upgrade the database to the schema of this version',
    async run(invocation) {
      const { migrate } = await import('./operating.ts')
      return migrate(invocation)
    },
  },
  backup: {
    usage: 'backup FILE [--passphrase-file FILE]',
    meaning: 'back up the instance, even while it runs; with a passphrase, its secret too',
    operands: { count: 1, missing: 'the name of a file that does not exist yet' },
    async run(invocation) {
      const { backup } = await import('./operating.ts')
      return backup(invocation)
    },
  },
  restore: {
    usage: 'restore FILE [--passphrase-file FILE]',
    meaning: 'check a backup and restore it into an empty data folder and database',
    operands: { count: 1, missing: 'the file of a backup' },
    async run(invocation) {
      const { restoreBackup } = await import('./operating.ts')
      return restoreBackup(invocation)
    },
  },
  'user reset-password': {
    usage: 'user reset-password EMAIL [--password-stdin]',
    meaning: 'set a new password, printed or read from standard input, and end the user’s sessions',
    operands: { count: 1, missing: 'the email address of a user or administrator' },
    async run(invocation) {
      const { resetPassword } = await import('./operating.ts')
      return resetPassword(invocation)
    },
  },
  'key rotate': {
    usage: 'key rotate [--new-secret-file FILE]',
    meaning: 're-encrypt stored secrets with a new key while nodes run; everyone must sign in again',
    async run(invocation) {
      const { rotate } = await import('./operating.ts')
      return rotate(invocation)
    },
  },
  'sqlite dates': {
    usage: 'sqlite dates FILE [--apply]',
    meaning:
      'show which dates of a SQLite database would get the form that sorts; with --apply, convert them in one transaction',
    operands: { count: 1, missing: 'the file of a SQLite database' },
    async run(invocation) {
      const { sqliteDates } = await import('./operating.ts')
      return sqliteDates(invocation)
    },
  },
  'connector new': {
    usage: 'connector new SHAPE FOLDER',
    meaning: 'create a connector from a template: database, documents, files, cache, messages or api',
    operands: { count: 2, missing: 'a shape and the name of a folder that does not exist yet' },
    async run({ operands: [shape = '', folder = ''], print }) {
      const { makeConnector } = await import('@millwright/instance/subjects/services/connectors/new-connector')
      const type = makeConnector(shape, folder)
      print(`${folder} contains a connector for services of the type '${type}'.`)
      print(`To use it, start an instance with --connectors ${folder}.`)
      return 0
    },
  },
  'root-admin': {
    usage: 'root-admin EMAIL',
    meaning: 'make an administrator a root administrator',
    operands: { count: 1, missing: 'the email address of an administrator' },
    async run(invocation) {
      const { rootAdmin } = await import('./operating.ts')
      return rootAdmin(invocation)
    },
  },
  'config export': {
    usage:
      'config export FOLDER (--instance URL | --local DATA) [--owner NAME] [--schema SERVICE,…] [--placeholders] [--force]',
    meaning:
      'write the configuration of an instance into a folder, without secrets; with --schema, also the tables of these services',
    operands: { count: 1, missing: 'the name of a folder' },
    async run(invocation) {
      const { exportConfig } = await import('./config/config-commands.ts')
      return exportConfig(invocation)
    },
  },
  'config plan': {
    usage:
      'config plan FOLDER (--instance URL | --local DATA) [--overlay NAME] [--adopt] [--no-prune] [--allow-destroy] [--out FILE] [--json]',
    meaning: 'show what applying a folder would change; exit code 2 if it is anything',
    operands: { count: 1, missing: 'the name of a folder' },
    async run(invocation) {
      const { planConfig } = await import('./config/config-commands.ts')
      return planConfig(invocation)
    },
  },
  'config apply': {
    usage:
      'config apply (FOLDER | PLAN) (--instance URL | --local DATA) [--overlay NAME] [--adopt] [--no-prune] [--allow-destroy] [--json]',
    meaning: 'make the configuration of an instance that of a folder, or exactly as planned; all or nothing',
    operands: { count: 1, missing: 'the name of a folder or of a plan' },
    async run(invocation) {
      const { applyConfig } = await import('./config/config-commands.ts')
      return applyConfig(invocation)
    },
  },
  'config drift': {
    usage: 'config drift FOLDER (--instance URL | --local DATA) [--overlay NAME] [--json]',
    meaning: 'show where an instance differs from a folder, whatever its placeholders are; exit code 2 if it does',
    operands: { count: 1, missing: 'the name of a folder' },
    async run(invocation) {
      const { configDrift } = await import('./config/config-commands.ts')
      return configDrift(invocation)
    },
  },
  'config schema': {
    usage: 'config schema FOLDER (--instance URL | --local DATA)',
    meaning: 'write JSON Schemas into a folder, for editors, and print the setting that uses them',
    operands: { count: 1, missing: 'the name of a folder' },
    async run(invocation) {
      const { configSchema } = await import('./config/config-schema.ts')
      return configSchema(invocation)
    },
  },
  mcp: {
    usage: 'mcp (--instance ADDRESS | --local NAME) [--key-file FILE | --token TOKEN]',
    meaning:
      'for assistants that start a local program: relay their messages to an MCP service of an instance, or of a data folder here',
    async run(invocation) {
      const { bridge } = await import('./mcp/bridge.ts')
      return bridge(invocation)
    },
  },
  'mcp login': {
    usage: 'mcp login --instance ADDRESS [--device]',
    meaning: 'sign in to an MCP service with a browser, here or on another machine; with --device, by a code',
    async run(invocation) {
      const { logIn } = await import('./mcp/log-in.ts')
      return logIn(invocation)
    },
  },
}
