import { readFileSync } from 'node:fs'
import { messageOf } from '@millwright/connector/error-words'
import { nearestName } from '../edit-distance.ts'
import { type Environment, type Flags, type Setting, settings } from './settings.ts'

const secrets = Object.values<Setting>(settings).filter(({ isSecret }) => isSecret === true)

/** Returns the variable that names a file with the value of a secret setting, as Docker and Kubernetes provide them. */
const fileVariable = ({ variable }: Setting) => `${variable}_FILE`

/** Names of the variables of `withSecretFiles`. */
export const secretFileVariables: readonly string[] = secrets.map(fileVariable)

/**
 * Returns the environment with secrets that are in files, such as `MILLWRIGHT_SECRET_FILE=/run/secrets/millwright` (docs/settings.md).
 * @throws a sentence for the operator if a file cannot be read, or the value is also given directly
 */
export function withSecretFiles(env: Environment): Environment {
  const read: Record<string, string | undefined> = { ...env }
  for (const setting of secrets) {
    const { variable } = setting
    const file = env[fileVariable(setting)]?.trim() ?? ''
    if (file === '') continue
    if ((env[variable] ?? '') !== '') throw new Error(`Set either ${variable} or ${fileVariable(setting)}, not both.`)
    read[variable] = contentOf(file, fileVariable(setting))
  }
  return read
}

function contentOf(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`The file ${file} of ${variable} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** Returns a sentence for each secret on the command line, which other users of the machine can see. */
export function visibleSecrets(flags: Flags): string[] {
  return secrets
    .filter(({ flag }) => typeof flags[flag] === 'string')
    .map(
      (setting) =>
        `Other users of this machine can see the value of --${setting.flag} in the list of processes. Use ${setting.variable} or ${fileVariable(setting)}.`,
    )
}

/** Read by commands that ask another instance. */
const ofCommands = ['MILLWRIGHT_TOKEN']

const known = [...Object.values(settings).map(({ variable }) => variable), ...secretFileVariables, ...ofCommands]

/** Returns a sentence for each environment variable that looks like a setting but is not one. */
export function unknownSettings(env: Environment): string[] {
  const names = Object.keys(env).filter((name) => name.startsWith('MILLWRIGHT_'))
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const closest = nearestName(name, known)
      const hint = closest === null ? '' : ` Did you mean ${closest}?`
      return `There is no setting ${name}; it is ignored.${hint}`
    })
}
