import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { newRecord } from '../record-list/new-record.ts'

/** Opens an empty form for the URL `/roles#create`. */
export function useCreateHash(path: string): void {
  const navigate = useNavigate()
  const asked = useLocation({ select: ({ pathname, hash }) => pathname === path && hash === 'create' })
  useEffect(() => {
    if (asked) void navigate({ to: `${path}/${newRecord}`, search: (now: object) => now, replace: true })
  }, [asked, path, navigate])
}
