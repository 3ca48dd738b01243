import { t } from './messages.ts'

/** The views of the Config tab, in order; `id` is in the address. */
export const configViews = [
  {
    id: 'system-info',
    title: t.systemInfo,
  },
  {
    id: 'cache',
    title: t.cache,
  },
  { id: 'cors', title: 'CORS' },
  {
    id: 'email-templates',
    title: t.emailTemplatesTitle,
  },
  {
    id: 'lookup-keys',
    title: t.globalLookupKeys,
  },
  {
    id: 'webhooks',
    title: t.webhooks,
    feature: 'webhooks',
  },
  {
    id: 'outbox',
    title: t.outbox,
    feature: 'outbox',
  },
  {
    id: 'two-step',
    title: t.twoStep,
    feature: 'two-step',
  },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly feature?: string }[]

type ConfigView = (typeof configViews)[number]
export type ConfigViewId = ConfigView['id']

/** `waiting`: the data is loading. `refused`: the data could not be loaded, so there is nothing to show. */
export type Standing = 'waiting' | 'loaded' | 'refused'

export interface ShownViews {
  /** Views to show; one that is loading has its space reserved, so that none moves later. */
  readonly places: readonly { readonly view: ConfigView; readonly loaded: boolean }[]
  /** The content of the page; `missing` if the view in the address cannot be shown. */
  readonly page: ConfigViewId | 'waiting' | 'missing' | 'nothing'
}

/** Returns the available views, and the one that an address shows; the first without a name. */
export function shownViews(standings: Readonly<Record<ConfigViewId, Standing>>, wanted: string | null): ShownViews {
  const places = configViews
    .filter(({ id }) => standings[id] !== 'refused')
    .map((view) => ({ view, loaded: standings[view.id] === 'loaded' }))
  return { places, page: pageOf(standings, wanted) }
}

function pageOf(standings: Readonly<Record<ConfigViewId, Standing>>, wanted: string | null): ShownViews['page'] {
  const named = configViews.find(({ id }) => id === wanted)
  if (named)
    return standings[named.id] === 'loaded' ? named.id : standings[named.id] === 'waiting' ? 'waiting' : 'missing'
  if (wanted !== null) return 'missing'
  const earlier = configViews.find(({ id }) => standings[id] !== 'refused')
  if (!earlier) return 'nothing'
  return standings[earlier.id] === 'waiting' ? 'waiting' : earlier.id
}
