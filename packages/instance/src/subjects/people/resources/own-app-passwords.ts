import { Problem } from '@millwright/contract/problem'
import { newAppPassword } from '../two-step/secret-words.ts'
import { idIn, nameIn, type OwnCall, type OwnFactor } from './own-factor.ts'
import type { ResourceParts } from './resource-parts.ts'

const mostAppPasswords = 50

/** `user/two_step/app_password`: makes passwords for programs, each shown once, and takes them back. */
export function ownAppPasswords({ twoStep: { changes, factors } }: ResourceParts): OwnFactor {
  async function make({ request, fields, person, confirm }: OwnCall): Promise<object> {
    const name = nameIn(fields)
    await confirm('the app passwords')
    const { appPasswords } = await factors.of(person.id)
    if (appPasswords.length >= mostAppPasswords) {
      throw new Problem(409, `Nobody may have more than ${mostAppPasswords} app passwords.`)
    }
    const password = newAppPassword()
    return { id: await changes.addAppPassword(person.id, name, password, request), name, password }
  }

  async function takeBack({ request, person }: OwnCall): Promise<object> {
    const id = idIn(request)
    await changes.removeAppPassword(person.id, id, request)
    return { id }
  }

  return (call) => {
    switch (call.request.verb) {
      case 'POST':
        return make(call)
      case 'DELETE':
        return takeBack(call)
      default:
        return null
    }
  }
}
