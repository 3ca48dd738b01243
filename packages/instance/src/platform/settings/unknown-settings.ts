import { nearestName } from '../edit-distance.ts'
import { secretFileVariables } from './secret-files.ts'
import { type Environment, settings } from './settings.ts'

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
