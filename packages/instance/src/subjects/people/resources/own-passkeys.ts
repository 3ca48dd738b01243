import { Problem } from '@millwright/contract/problem'
import { creationOptions, newPasskeyIn, siteOf } from '../two-step/passkeys.ts'
import { answerTime, hasFactor, provedTwice } from '../two-step/second-step.ts'
import { newRecoveryCodes } from '../two-step/secret-words.ts'
import { idIn, nameIn, needed, type OwnCall, type OwnFactor, refuseLast, successor } from './own-factor.ts'
import type { ResourceParts } from './resource-parts.ts'

const mostPasskeys = 20

/** `user/two_step/passkey`: begins with a challenge, is added by what the browser made of it, renamed and removed. */
export function ownPasskeys(parts: ResourceParts): OwnFactor {
  const { challenges, changes, factors } = parts.twoStep

  async function begin({ request, person, confirm }: OwnCall): Promise<object> {
    await confirm('the second step')
    const { passkeys } = await factors.of(person.id)
    if (passkeys.length >= mostPasskeys) throw new Problem(409, `Nobody may have more than ${mostPasskeys} passkeys.`)
    const options = await creationOptions(siteOf(request.origin), person, passkeys)
    const content = { purpose: 'new-passkey', user: person.id, generation: person.token_generation } as const
    const nonce = options.challenge
    return { challenge: challenges.issue({ ...content, forever: false, nonce }, answerTime), passkey: options }
  }

  async function add({ request, fields, person }: OwnCall): Promise<object> {
    const name = nameIn(fields)
    const open = await challenges.open(needed(fields, 'challenge'), 'new-passkey')
    if (open.user !== person.id || open.generation !== person.token_generation || open.nonce === undefined) {
      throw new Problem(400, 'This challenge was made for somebody else. Begin again.')
    }
    const made = await newPasskeyIn(fields.passkey, { site: siteOf(request.origin), nonce: open.nonce, name })
    await open.use()
    const codes = hasFactor(await factors.of(person.id)) ? [] : newRecoveryCodes()
    const id = await changes.addPasskey(person.id, made, codes, request)
    return {
      id,
      ...(codes.length === 0 ? {} : { recovery_codes: codes }),
      ...(await successor(parts, request, person.id, provedTwice)),
    }
  }

  async function rename({ request, fields, person }: OwnCall): Promise<object> {
    const id = idIn(request)
    await changes.renamePasskey(person.id, id, nameIn(fields), request)
    return { id }
  }

  async function remove({ request, person, confirm }: OwnCall): Promise<object> {
    const id = idIn(request)
    await confirm('the second step')
    await refuseLast(parts, person, 'passkey')
    await changes.removePasskey(person.id, id, request)
    return { id, ...(await successor(parts, request, person.id)) }
  }

  return (call) => {
    switch (call.request.verb) {
      case 'POST':
        return begin(call)
      case 'PUT':
        return add(call)
      case 'PATCH':
        return rename(call)
      case 'DELETE':
        return remove(call)
      default:
        return null
    }
  }
}
