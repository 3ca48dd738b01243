import { Link, useLocation } from '@tanstack/react-router'
import styles from './place-links.module.css'
import { usePlaces } from './use-places.ts'

/** Links to the areas of the console that the person may enter; the current one is marked. */
export function PlaceLinks({ className = styles.place }: { className?: string | undefined }) {
  const { pathname } = useLocation()
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
