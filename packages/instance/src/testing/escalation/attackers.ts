import { type AccessTab, allTabs } from '@millwright/contract/access/tabs'
import { configScopes, type TokenScope, tabsIn, tokenScopes } from '@millwright/contract/records/access-token'
import { createAccessToken } from '../access-tokens.ts'
import { restrictedAdmin } from '../restricted-admin.ts'
import type { Send, SendOptions } from '../send.ts'
import { programOfAdmin } from '../two-step.ts'
import type { World } from './world.ts'

/** Somebody who must not rise. */
export interface AttackerKind {
  readonly name: string
  /** Absent: no administrator, or one who is not restricted. */
  readonly tabs?: readonly AccessTab[]
  /** Programs may read what their owner may, but no codes, passwords and tokens. */
  readonly readsEverything: boolean
  enter(world: World): Promise<Attacker>
}

export interface Attacker {
  /** `null`: the person is a full administrator. */
  readonly id: number | null
  readonly roleId: number
  readonly credentials: Pick<SendOptions, 'as' | 'key'>
  /** Absent: plainly, with the credentials. */
  readonly send?: Send
}

/** How an attacker sends requests. */
export const sendOf = ({ instance }: World, { credentials, send }: Attacker): Send =>
  send ?? ((verb, path, options) => instance.send(verb, path, { ...credentials, ...options }))

/** An administrator who is restricted to tabs. */
const ofTabs = (tabs: readonly AccessTab[]): AttackerKind => ({
  name: `an administrator with ${tabs.join(' and ')}`,
  tabs,
  readsEverything: false,
  async enter({ instance }) {
    const { id, as, key } = await restrictedAdmin(instance, tabs)
    const { role_id } = await instance.parts.store.db
      .selectFrom('user_to_app_to_role')
      .select('role_id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, roleId: role_id, credentials: { as, key } }
  },
})

const everyVerb = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const ofRules = (components: readonly string[]): AttackerKind => ({
  name: `a user whose role allows system/${components.join(' and ')}`,
  readsEverything: false,
  async enter({ instance: { make }, services }) {
    const access = components.map((component) => ({
      service_id: services.system ?? null,
      component,
      verbs: everyVerb,
    }))
    const role = await make.role({ access })
    const app = await make.app()
    const { id, token } = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    return { id, roleId: role.id, credentials: { as: { token }, key: app.api_key } }
  },
})

export const program: AttackerKind = {
  name: 'a program with an app password of an administrator',
  readsEverything: true,
  async enter({ instance, wideRole }) {
    const { as } = await programOfAdmin(instance)
    return { id: null, roleId: wideRole, credentials: { as } }
  },
}

/** A program with an access token of an administrator. */
const ofToken = (scopes: readonly TokenScope[], readsEverything: boolean): AttackerKind => ({
  name: `a program with an access token for ${scopes.join(' and ')}`,
  tabs: tabsIn(scopes),
  readsEverything,
  async enter({ instance, wideRole }) {
    const admin = await instance.make.admin({ is_root_admin: true })
    const { token } = await createAccessToken(instance, admin, scopes)
    return { id: null, roleId: wideRole, credentials: { as: { token } } }
  },
})

/** Whoever may apply programs sends what their owner may read wherever they like: that is no gain. */
const withoutPrograms = (scopes: readonly TokenScope[]) => scopes.filter((scope) => scope !== 'config:programs')

/** Tokens for what restricted administrators gained something with in the past, for everything, and for the configuration. */
export const tokens: readonly AttackerKind[] = [
  ofToken(['users', 'services', 'files', 'config', 'packages'], false),
  ofToken(withoutPrograms(tokenScopes), true),
  ofToken(withoutPrograms(configScopes), false),
]

export const singleTabs: readonly AttackerKind[] = allTabs.map((tab) => ofTabs([tab]))

export const pairsOfTabs: readonly AttackerKind[] = allTabs.flatMap((tab, at) =>
  allTabs.slice(at + 1).map((other) => ofTabs([tab, other])),
)

/** Users with a rule for each resource of `system`. */
export function ruleHolders(resources: readonly string[]): readonly AttackerKind[] {
  return resources.map((name) => ofRules([`${name}/*`]))
}

/** A user who may compose custom APIs, and reads the services that they are composed of. */
export const designer: AttackerKind = ofRules(
  ['custom_api', 'custom_api_endpoint', 'custom_api_source', 'service'].map((name) => `${name}/*`),
)

/** A user whom an administrator granted access to some services, on request. */
export const grantHolder: AttackerKind = {
  name: 'a user with granted requests for access',
  readsEverything: false,
  async enter({ instance: { make, send, root: as } }) {
    const role = await make.role({ access: [] })
    const app = await make.app()
    const { id, token } = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const credentials = { as: { token }, key: app.api_key }
    const resource = ['db', 'files', 'email'].map((service) => ({ service, component: '*', verbs: everyVerb }))
    const { body } = await send<{ resource: { id: number }[] }>('POST', 'system/access_request', {
      ...credentials,
      body: { resource },
    })
    for (const asked of body.resource) {
      const path = `system/access_request/${asked.id}`
      const { status } = await send('PATCH', path, { as, body: { status: 'approved' } })
      if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
    }
    return { id, roleId: role.id, credentials }
  },
}
