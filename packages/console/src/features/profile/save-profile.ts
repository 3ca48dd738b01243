import type { Profile } from '@millwright/contract/wire/session'
import { session } from '../../instance/browser-session.ts'
import { send } from '../../instance/send.ts'
import { profilePath } from '../people/profile-query.ts'
import { type ProfileDraft, passwordToSend, profileToSend } from './profile-draft.ts'

interface Answer {
  readonly session_token?: string | null
}

/** Changes the own password; the session goes on with the token that the answer brings. Throws `InstanceError`. */
export async function savePassword(isAdmin: boolean, draft: ProfileDraft): Promise<void> {
  const { data } = await send<Answer>({
    verb: 'POST',
    path: `${profilePath(isAdmin)}/password`,
    params: { reset: false, login: true },
    body: passwordToSend(draft),
  })
  if (data.session_token) session.update({ session_token: data.session_token })
}

/** Saves the own profile and takes the names over into the session. Throws `InstanceError`. */
export async function saveProfile(isAdmin: boolean, draft: ProfileDraft, profile: Partial<Profile>): Promise<void> {
  const { data } = await send<Answer>({
    verb: 'PUT',
    path: `${profilePath(isAdmin)}/profile`,
    params: { fields: '*' },
    body: profileToSend(draft, profile),
  })
  session.update({
    name: draft.name.trim(),
    first_name: draft.first_name.trim(),
    last_name: draft.last_name.trim(),
    email: draft.email.trim(),
    ...(data.session_token && { session_token: data.session_token }),
  })
}
