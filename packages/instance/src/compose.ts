import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createInvitations } from './email/invitations.ts'
import { createOutbox } from './email/outbox.ts'
import { createPersonMail } from './email/person-mail.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { createAuthenticate } from './identity/authenticate.ts'
import { createDirectory } from './identity/directory.ts'
import { createIdentify } from './identity/identify.ts'
import { createPasswords } from './identity/passwords.ts'
import { createRevocations } from './identity/revocations.ts'
import { createThrottle } from './identity/throttle.ts'
import { createTokens } from './identity/tokens.ts'
import { openSecret } from './identity/vault.ts'
import type { Parts, Passwords } from './parts.ts'
import { createRegistry } from './services/registry.ts'
import { serviceList } from './services/service-list.ts'
import { createSystemService } from './services/system-service.ts'
import { createUserService } from './services/user-service.ts'
import type { Store } from './store/store.ts'
import { createOutboxResource } from './system/resources/outbox.ts'

export interface Composition {
  readonly parts: Parts
  readonly gateway: Gateway
}

/** Puts the instance together behind its edge: everything that answers calls, from the configuration and an open store. */
export function compose(
  config: Config,
  store: Store,
  clock: Clock,
  passwords: Passwords = createPasswords(),
): Composition {
  const { vault, tokenKey } = openSecret(config)
  const directory = createDirectory(store)
  const revocations = createRevocations(store, clock)
  const tokens = createTokens({ config, clock, directory, revocations, secret: tokenKey.toString('hex') })
  const throttle = createThrottle(config.loginFailures, clock)
  const authenticate = createAuthenticate({ store, passwords }, throttle)
  const outbox = createOutbox(join(config.dataFolder, 'outbox'), clock)
  const mail = createPersonMail({ config, store, vault, outbox })
  const invitations = createInvitations({ store, clock, mail })
  const parts: Parts = { config, store, clock, passwords, vault, tokens, invitations }

  const system = createSystemService([createOutboxResource(outbox)])
  const user = createUserService([])
  const registry = createRegistry(store, { system: () => system, user: () => user })
  const gateway = createGateway({
    identify: createIdentify({ clock, directory, tokens, revocations, authenticate }),
    registry,
    listServices: serviceList(registry),
    interceptors: [],
  })
  return { parts, gateway }
}
