import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { lastName } from '../../instance/folder-listing.ts'
import { Text } from '../../ui/text.tsx'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import { placesAbove } from '../../widgets/folder-tree/folder-place.ts'
import styles from './files.module.css'
import { type FilesSearch, searchOf } from './files-address.ts'

interface BreadcrumbsProps {
  place: FolderPlace
  label: string
  search: FilesSearch
}

/** The way from all services down to the folder. */
export function Breadcrumbs({ place, label, search }: BreadcrumbsProps) {
  const nameOf = ({ folder }: FolderPlace) => (folder === '' ? label : lastName(folder))
  const above = placesAbove(place)
  return (
    <nav className={styles.crumbs} aria-label="Path">
      {search.allowroot === 'false' ? null : (
        <>
          <Link to="/file-manager" search={searchOf(null, search)} preload={false}>
            All services
          </Link>
          <IconChevronRight aria-hidden="true" />
        </>
      )}
      {above.map((each) => (
        <Fragment key={each.folder}>
          <Link to="/file-manager" search={searchOf(each, search)} preload={false} title={nameOf(each)}>
            {nameOf(each)}
          </Link>
          <IconChevronRight aria-hidden="true" />
        </Fragment>
      ))}
      <Text as="h2" size="md" className={styles.here} title={nameOf(place)}>
        {nameOf(place)}
      </Text>
    </nav>
  )
}
