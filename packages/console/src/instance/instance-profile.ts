import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { currentSettings } from './current-settings.ts'
import { InstanceError } from './instance-error.ts'
import { send } from './send.ts'
import type { ConsoleSettings } from './settings.ts'

/** How an instance presents itself in the console, and whether the console holds writes back. */
export interface InstanceProfile {
  name: string
  colour: string
  readOnly: boolean
}

const path = 'system/custom/millwright'
const profileKey = ['instance-profile'] as const

/** Stored on the instance, as any compatible server can keep it, so that all administrators see the same. */
export const instanceProfileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: async ({ signal }): Promise<InstanceProfile> => {
    try {
      const { data } = await send<unknown>({ verb: 'GET', path, ignore401: true, signal })
      return readProfile(data, currentSettings())
    } catch (error) {
      // Nothing is stored yet, or this person may not read it.
      if (error instanceof InstanceError && error.kind === 'refused') return readProfile(null, currentSettings())
      throw error
    }
  },
  staleTime: 60_000,
})

/** The stored value over the settings; anything unusable is passed over. */
export function readProfile(stored: unknown, settings: ConsoleSettings): InstanceProfile {
  const given = new Map<string, unknown>(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  const name = given.get('name')
  const colour = given.get('colour')
  const readOnly = given.get('readOnly')
  return {
    name: typeof name === 'string' ? name : settings.name,
    colour: typeof colour === 'string' ? colour : settings.colour,
    readOnly: typeof readOnly === 'boolean' ? readOnly : settings.readOnly,
  }
}

export async function saveInstanceProfile(queryClient: QueryClient, profile: InstanceProfile): Promise<void> {
  try {
    await send({ verb: 'PATCH', path, body: { value: profile }, evenLocked: true })
  } catch (error) {
    if (!(error instanceof InstanceError) || error.status !== 404) throw error
    const body = { resource: [{ name: 'millwright', value: profile }] }
    await send({ verb: 'POST', path: 'system/custom', body, evenLocked: true })
  }
  queryClient.setQueryData(profileKey, profile)
}

/** Why nothing can be changed now, or null when it can. */
export function writeBlockOf(profile: InstanceProfile | undefined): string | null {
  if (!profile?.readOnly) return null
  return `${profile.name || 'This instance'} is locked read-only in the console. Unlock it in the instance settings to make changes.`
}

export function knownWriteBlock(queryClient: QueryClient): string | null {
  return writeBlockOf(queryClient.getQueryData<InstanceProfile>(profileKey))
}

/** The profile as it is known now: the settings' until the instance was asked. */
export function useInstanceProfile(): InstanceProfile {
  const { data } = useQuery<InstanceProfile>({ queryKey: profileKey, enabled: false })
  return data ?? readProfile(null, currentSettings())
}

/** For the `disabledReason` of every button that changes something. */
export function useWriteBlock(): string | null {
  return writeBlockOf(useInstanceProfile())
}
