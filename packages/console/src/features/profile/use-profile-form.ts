import type { Profile } from '@millwright/contract/wire/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { session } from '../../instance/browser-session.ts'
import { invalidateCollection } from '../../instance/collections.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { chooseLanguage } from '../../language/language.ts'
import { notify } from '../../notifications/notify.ts'
import { changedFields, fieldsOf, withLateInput } from '../../widgets/form/editor-frame/draft.ts'
import { type FormProblem, formProblem, noProblem, withoutField } from '../../widgets/form/editor-frame/form-problem.ts'
import { boundField } from '../../widgets/form/editor-frame/use-form.ts'
import { useLeaveGuard } from '../../widgets/form/editor-frame/use-leave-guard.ts'
import { profilePath, profileQuery } from '../people/profile-query.ts'
import { profileMessages } from './messages.ts'
import {
  checkProfile,
  draftOfProfile,
  type ProfileDraft,
  passwordToSend,
  profileLabels,
  profileToSend,
} from './profile-draft.ts'

interface ProfileFormParts {
  readonly isAdmin: boolean
  readonly profile: Partial<Profile>
  readonly leastPassword: number | null
}

/** Manages the form of the profile, which is saved by two requests: first the password, then the other fields. */
export function useProfileForm({ isAdmin, profile, leastPassword }: ProfileFormParts) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => draftOfProfile(profile))
  const [problem, setProblem] = useState<FormProblem>(noProblem)
  const [refusals, setRefusals] = useState(0)
  const [saving, setSaving] = useState(false)
  const unsaved = changedFields(draftOfProfile(base), draft, profileLabels).map(
    (field) => profileLabels[field as keyof typeof profileLabels],
  )
  useLeaveGuard(unsaved)
  useSpoken(draftOfProfile(base).language)

  const refuse = (next: FormProblem) => {
    setProblem(next)
    setRefusals((count) => count + 1)
  }

  const finish = (withPassword: boolean) => {
    const stored = {
      ...base,
      email: draft.email,
      name: draft.name,
      username: draft.username,
      phone: draft.phone,
      first_name: draft.first_name,
      last_name: draft.last_name,
      language: draft.language,
      ...(draft.setQuestion && { security_question: draft.security_question }),
    }
    setBase(stored)
    setDraft((now) => withLateInput(now, draft, draftOfProfile(stored)))
    queryClient.setQueryData(profileQuery(isAdmin).queryKey, stored)
    if (isAdmin) void invalidateCollection(queryClient, 'system/admin')
    notify({
      type: 'success',
      title: profileMessages.module,
      text: withPassword ? profileMessages.savedWithPassword : profileMessages.saved,
    })
  }

  const write = async () => {
    if (draft.setPassword) {
      await savePassword(isAdmin, draft)
      // The new password is valid from here on, even if the other request fails.
      setDraft((now) => ({ ...now, setPassword: false, old_password: '', new_password: '', verify_password: '' }))
    }
    try {
      await saveProfile(isAdmin, draft, base)
    } catch (error) {
      if (draft.setPassword)
        notify({ type: 'error', title: profileMessages.module, text: profileMessages.onlyPassword })
      throw error
    }
    finish(draft.setPassword)
  }

  const save = async () => {
    if (saving) return
    const found = checkProfile(draft, base, leastPassword)
    if (found?.fields.verify_password === profileMessages.mismatch)
      notify({ type: 'error', title: profileMessages.module, text: profileMessages.mismatch, tag: 'profile-check' })
    if (found) return refuse(found)
    setProblem(noProblem)
    setSaving(true)
    try {
      await write()
    } catch (error) {
      refuse(problemOf(error))
    } finally {
      setDraft((now) => (now.current_password === draft.current_password ? { ...now, current_password: '' } : now))
      setSaving(false)
    }
  }

  const set = <K extends keyof ProfileDraft & string>(name: K, value: ProfileDraft[K]) => {
    setDraft((now) => ({ ...now, [name]: value }))
    setProblem((now) => withoutField(now, name))
  }

  return {
    draft,
    base,
    problem,
    refusals,
    saving,
    unsaved,
    save,
    set,
    field: <K extends keyof ProfileDraft & string>(name: K) =>
      boundField<ProfileDraft, K>({ labels: profileLabels, draft, problem, set }, name),
  }
}

/** Reloads the page in the language of the profile after it was changed, once there is no unsaved input. */
function useSpoken(stored: ProfileDraft['language']): void {
  const before = useRef(stored)
  useEffect(() => {
    if (before.current === stored) return
    before.current = stored
    chooseLanguage(stored || null)
  }, [stored])
}

function problemOf(error: unknown): FormProblem {
  if (error instanceof InstanceError) return formProblem(error, fieldsOf(profileLabels))
  return { fields: {}, general: [messageOf(error)] }
}

interface Answer {
  readonly session_token?: string | null
}

/** Changes one's own password; the session continues with the token in the response. Throws `InstanceError`. */
async function savePassword(isAdmin: boolean, draft: ProfileDraft): Promise<void> {
  const { data } = await send<Answer>({
    verb: 'POST',
    path: `${profilePath(isAdmin)}/password`,
    params: { reset: false, login: true },
    body: passwordToSend(draft),
  })
  if (data.session_token) session.update({ session_token: data.session_token })
}

/** Saves one's own profile and updates the names in the session. Throws `InstanceError`. */
async function saveProfile(isAdmin: boolean, draft: ProfileDraft, profile: Partial<Profile>): Promise<void> {
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
    language: draft.language,
    ...(data.session_token && { session_token: data.session_token }),
  })
}
