import type { Parts } from '../../../../gateway/parts.ts'
import type { PersonMail } from '../../email/person-mail.ts'
import type { Identity } from '../identity.ts'
import type { People } from '../people.ts'

/** Dependencies of the resources for a person's own session, password and profile. */
export interface ResourceParts
  extends Pick<Parts, 'config' | 'store' | 'clock' | 'passwords' | 'vault' | 'kinds' | 'background' | 'notices'>,
    Omit<Identity, 'identify'> {
  readonly mail: PersonMail
  readonly people: People
}
