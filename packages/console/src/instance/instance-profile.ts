import type { ListAnswer } from '@millwright/contract/wire/list'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { currentSettings } from './current-settings.ts'
import { environmentQuery, knownEnvironment, useEnvironment } from './environment.ts'
import { InstanceError } from './instance-error.ts'
import { t } from './messages.ts'
import { send } from './send.ts'
import type { ConsoleSettings } from './settings.ts'

/** How an instance is presented in the console, and whether the console blocks writes. */
export interface InstanceProfile {
  name: string
  colour: string
  readOnly: boolean
}

const collection = 'system/custom'
const profileName = 'millwright'
const profileKey = ['instance-profile'] as const
/** Milliseconds before changes by other administrators are fetched. */
const staleTime = 60_000

/** Stored on the instance, which any compatible server supports, so that all administrators see the same profile. */
export const instanceProfileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: async ({ signal, client }): Promise<InstanceProfile> => {
    const announced = knownEnvironment(client).instance
    if (announced?.readOnly !== undefined && isFresh(client)) return readProfile(announced, currentSettings())
    try {
      // Requested as a list, so that a missing record is not an error.
      const params = { filter: 'name = "millwright"' }
      const { data } = await send<ListAnswer<{ name: string; value: unknown }>>({
        verb: 'GET',
        path: collection,
        params,
        ignore401: true,
        signal,
      })
      const stored = data.resource.find(({ name }) => name === profileName)
      return readProfile(stored?.value ?? announced, currentSettings())
    } catch (error) {
      // The user may not read it, or the server does not support it.
      if (error instanceof InstanceError && error.kind === 'refused') return readProfile(announced, currentSettings())
      throw error
    }
  },
  staleTime,
})

/** Whether the environment was read recently enough to replace a request for the stored profile. */
function isFresh(client: QueryClient): boolean {
  const readAt = client.getQueryState(environmentQuery.queryKey)?.dataUpdatedAt ?? 0
  return Date.now() - readAt < staleTime
}

/** Merges the stored value, which some servers return as text, over the settings; ignores invalid parts. */
export function readProfile(stored: unknown, settings: ConsoleSettings): InstanceProfile {
  const value = typeof stored === 'string' ? fromText(stored) : stored
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const name = fields.get('name')
  const colour = fields.get('colour')
  const readOnly = fields.get('readOnly')
  return {
    name: typeof name === 'string' ? name : settings.name,
    colour: typeof colour === 'string' ? colour : settings.colour,
    readOnly: typeof readOnly === 'boolean' ? readOnly : settings.readOnly,
  }
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function saveInstanceProfile(queryClient: QueryClient, profile: InstanceProfile): Promise<void> {
  try {
    await send({ verb: 'PATCH', path: `${collection}/${profileName}`, body: { value: profile }, evenLocked: true })
  } catch (error) {
    if (!(error instanceof InstanceError) || error.status !== 404) throw error
    const body = { resource: [{ name: profileName, value: profile }] }
    await send({ verb: 'POST', path: collection, body, evenLocked: true })
  }
  queryClient.setQueryData(profileKey, profile)
}

/** Why writes are blocked, or `null` if they are not. */
export function writeBlockOf(profile: InstanceProfile | undefined): string | null {
  if (!profile?.readOnly) return null
  return profile.name ? t.instanceLocked({ name: profile.name }) : t.unnamedInstanceLocked
}

export function knownWriteBlock(queryClient: QueryClient): string | null {
  return writeBlockOf(queryClient.getQueryData<InstanceProfile>(profileKey))
}

/** The current profile: what the instance announces publicly or the settings contain, until the stored one is loaded. */
export function useInstanceProfile(): InstanceProfile {
  const { data } = useQuery({ ...instanceProfileQuery, enabled: false })
  const { instance } = useEnvironment()
  return data ?? readProfile(instance, currentSettings())
}

/** For the `disabledReason` of every button that changes something. */
export function useWriteBlock(): string | null {
  return writeBlockOf(useInstanceProfile())
}
