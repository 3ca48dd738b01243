import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serviceListQuery } from '../../instance/service-list.ts'
import { placeOf, scriptNames, serviceOf } from './event-catalogue.ts'
import {
  endpointRows,
  type MenuPlace,
  type MenuRow,
  marksOf,
  otherScripts,
  pathRows,
  scriptRows,
  serviceRows,
} from './menu-rows.ts'
import { eventsQuery } from './script-queries.ts'
import type { Scripts } from './script-tally.ts'
import type { ScriptsSearch } from './scripts-place.ts'

export interface Menu {
  /** The requested place, as far as it exists. */
  readonly place: MenuPlace
  /** `null` while loading. */
  readonly rows: readonly MenuRow[] | null
  readonly error: Error | null
  readonly retry: () => void
}

const everything: MenuPlace = { service: null, resource: null, endpoint: null }

/** The current position of the menu and its entries. */
export function useMenu(search: ScriptsSearch, open: string | null, scripts: Scripts): Menu {
  const services = useQuery(serviceListQuery)
  const asked = search.service ?? (open === null ? '' : serviceOf(open))
  const service = asked === '' ? null : asked
  const events = useQuery({ ...eventsQuery(service), enabled: service !== null })

  const paths = events.data?.find((one) => one.service.toLowerCase() === service?.toLowerCase())?.paths ?? null
  const own = useMemo(
    () => scripts.names.filter((name) => service !== null && serviceOf(name).toLowerCase() === service.toLowerCase()),
    [scripts, service],
  )
  const marks = useMemo(() => marksOf(own, scripts, paths ?? []), [own, scripts, paths])
  const place = service === null ? everything : placeIn(service, search, open, paths ?? [])
  const { resource, endpoint } = place

  const rows = useMemo((): readonly MenuRow[] | null => {
    if (service === null) return services.data ? serviceRows(services.data.services, scripts) : null
    if (!events.data) return null
    if (resource === otherScripts) return scriptRows(marks.other, scripts, { service, resource, endpoint: null })
    const path = paths?.find(({ name }) => name === resource)
    if (!path) return pathRows(service, paths ?? [], marks, scripts)
    if (endpoint === null) return endpointRows(service, path, marks)
    return scriptRows(scriptNames(endpoint, path), scripts, { service, resource, endpoint })
  }, [service, resource, endpoint, services.data, events.data, paths, marks, scripts])

  const query = service === null ? services : events
  return { place, rows, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** The place in the URL, as far as it exists; without one, the place of the open script. */
function placeIn(
  service: string,
  search: ScriptsSearch,
  open: string | null,
  paths: Parameters<typeof placeOf>[1],
): MenuPlace {
  const top = { service, resource: null, endpoint: null }
  if (search.service === undefined) {
    const found = open === null ? null : placeOf(open, paths)
    if (found) return { service, resource: found.path.name, endpoint: found.endpoint }
    return open !== null && paths.length > 0 ? { ...top, resource: otherScripts } : top
  }
  if (search.resource === otherScripts) return { ...top, resource: otherScripts }
  const path = paths.find(({ name }) => name === search.resource)
  if (!path) return top
  const endpoint = path.endpoints.find((one) => one === search.endpoint) ?? null
  return { service, resource: path.name, endpoint }
}
