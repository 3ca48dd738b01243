import { Link, useLocation } from '@tanstack/react-router'
import { classNames } from '../../ui/class-names.ts'
import nav from './nav-link.module.css'
import styles from './place-links.module.css'
import { usePlaces } from './use-places.ts'

/** Links to the areas of the console that the person may enter; the current one is underlined, or `filled`. */
export function PlaceLinks({ filled = false }: { filled?: boolean }) {
  const { pathname } = useLocation()
  const className = classNames(nav.link, filled ? nav.filled : styles.place)
  return usePlaces().map(({ label, to, external, isCurrent }) =>
    external ? (
      <a key={label} className={className} href={to} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    ) : (
      <Link key={label} to={to} className={className} aria-current={isCurrent(pathname) ? 'page' : undefined}>
        {label}
      </Link>
    ),
  )
}
