import { t } from './messages.ts'

/** The views of the Config tab, in their order; `id` stands in the address. */
export const configViews = [
  {
    id: 'system-info',
    get title() {
      return t.systemInfo
    },
  },
  {
    id: 'cache',
    get title() {
      return t.cache
    },
  },
  { id: 'cors', title: 'CORS' },
  {
    id: 'email-templates',
    get title() {
      return t.emailTemplatesTitle
    },
  },
  {
    id: 'lookup-keys',
    get title() {
      return t.globalLookupKeys
    },
  },
  {
    id: 'webhooks',
    get title() {
      return t.webhooks
    },
    feature: 'webhooks',
  },
  {
    id: 'outbox',
    get title() {
      return t.outbox
    },
    feature: 'outbox',
  },
  {
    id: 'two-step',
    get title() {
      return t.twoStep
    },
    feature: 'two-step',
  },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly feature?: string }[]

type ConfigView = (typeof configViews)[number]
export type ConfigViewId = ConfigView['id']

/** `waiting`: its data is on its way. `refused`: the data did not come, so that there is nothing to show. */
export type Standing = 'waiting' | 'loaded' | 'refused'

export interface ShownViews {
  /** Views to show; one that is not loaded has its room already, so that none moves when its data comes. */
  readonly places: readonly { readonly view: ConfigView; readonly loaded: boolean }[]
  /** What fills the page; `missing` when the address names a view that cannot be shown. */
  readonly page: ConfigViewId | 'waiting' | 'missing' | 'nothing'
}

/** Which views there are, and which one an address shows; without a name the first. */
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
