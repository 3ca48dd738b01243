import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { ListSearchBox } from '../../widgets/split/list-search-box.tsx'
import { above, type MenuPlace, otherScripts } from './menu-rows.ts'
import styles from './scripts.module.css'
import { searchAt } from './scripts-menu.tsx'
import { type ScriptsSearch, scriptPath } from './scripts-place.ts'

interface MenuHeadProps {
  place: MenuPlace
  search: ScriptsSearch
  open: string | null
  /** What is searched for. */
  text: string
  onText: (text: string) => void
  onDown: () => void
  onEnter: () => void
}

/** Searches all events, says where the menu stands, and leads back up. */
export function MenuHead({ place, search, open, text, onText, onDown, onEnter }: MenuHeadProps) {
  const navigate = useNavigate()
  const here = scriptPath(open)
  const up = above(place)
  return (
    <Stack gap={2}>
      <ListSearchBox label="Search events" text={text} onChange={onText} onDown={onDown} onEnter={onEnter} />
      <Checkbox
        label="With scripts only"
        value={search.only === 'scripts'}
        onChange={(only) =>
          void navigate({
            to: here,
            search: { ...search, only: only ? ('scripts' as const) : undefined },
            replace: true,
            resetScroll: false,
          })
        }
      />
      {text === '' && up !== null ? (
        <div className={styles.way}>
          <IconButton
            label="Back"
            size="small"
            icon={<IconArrowLeft />}
            onClick={() => void navigate({ to: here, search: searchAt(up, search) })}
          />
          <ol className={styles.crumbs} aria-label="Place in the menu">
            {waysUp(place).map(({ name, at }) => (
              <li key={`${at.service}\n${at.resource}`}>
                <Link to={here} search={searchAt(at, search)} preload={false}>
                  {name}
                </Link>
              </li>
            ))}
            <li aria-current="location">{lastName(place)}</li>
          </ol>
        </div>
      ) : null}
    </Stack>
  )
}

/** The levels over the one that is shown, from the top. */
function waysUp({
  service,
  resource,
  endpoint,
}: MenuPlace): readonly { readonly name: string; readonly at: MenuPlace }[] {
  const all = { name: 'Services', at: { service: null, resource: null, endpoint: null } }
  if (service === null || resource === null) return [all]
  const inService = { name: service, at: { service, resource: null, endpoint: null } }
  if (endpoint === null) return [all, inService]
  return [all, inService, { name: nameOf(service, resource), at: { service, resource, endpoint: null } }]
}

function lastName({ service, resource, endpoint }: MenuPlace): string {
  if (endpoint !== null) return endpoint.startsWith(`${resource}.`) ? endpoint.slice(`${resource}.`.length) : endpoint
  if (resource !== null) return nameOf(service ?? '', resource)
  return service ?? ''
}

function nameOf(service: string, resource: string): string {
  if (resource === otherScripts) return 'Other scripts'
  return resource.startsWith(`${service}.`) ? resource.slice(`${service}.`.length) : resource
}
